import PlayerKitSystem

/// Holds what one listener has still to hear, in order, and sees to it that one drains it at a
/// time.
final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isDraining = false
    var isClosed = false
  }

  private let state = Locked(State())

  /// Adds an item, then lets `body` change all that waits.
  func post(_ item: Item, _ body: (inout [Item]) -> Void = { _ in }) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.items.append(item)
      body(&state.items)
    }
  }

  func post(contentsOf items: [Item]) {
    state.withLock { if !$0.isClosed { $0.items += items } }
  }

  /// Whether the caller is to drain now: something is there, and nobody drains.
  func beginDraining() -> Bool {
    state.withLock { state in
      guard !state.items.isEmpty, !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
  }

  /// Everything there is; `nil` ends the draining.
  func take() -> [Item]? {
    state.withLock { state in
      guard !state.items.isEmpty, !state.isClosed else {
        state.isDraining = false
        return nil
      }
      defer { state.items = [] }
      return state.items
    }
  }

  /// Drops what is there and whatever comes.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.items = []
    }
  }

  /// Whether nothing waits, and nobody drains.
  var isAtRest: Bool { state.withLock { $0.items.isEmpty && !$0.isDraining } }

  /// Read for each delivery: a key path in a generic type would be made anew each time, which costs
  /// more than the delivery.
  var isClosed: Bool { state.withLock { $0.isClosed } }
}
