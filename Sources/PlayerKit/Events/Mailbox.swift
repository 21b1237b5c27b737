import PlayerKitSystem

/// Holds the pending items of one listener in order, and allows only one drain at a time.
package final class Mailbox<Item: Sendable>: Sendable {
  private struct State {
    var items: [Item] = []
    var isDraining = false
    var isClosed = false
  }

  private let state = Locked(State())

  package init() {}

  /// Adds an item, then lets `body` change all pending items.
  func post(_ item: Item, _ body: (inout [Item]) -> Void = { _ in }) {
    state.withLock { state in
      guard !state.isClosed else { return }
      state.items.append(item)
      body(&state.items)
    }
  }

  package func post(contentsOf items: [Item]) {
    state.withLock { if !$0.isClosed { $0.items += items } }
  }

  /// Returns whether the caller should drain now: items are pending, and no drain is in progress.
  func beginDraining() -> Bool {
    state.withLock { state in
      guard !state.items.isEmpty, !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
  }

  /// Takes all pending items; `nil` ends the drain.
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

  /// Performs the pending items in order. If another thread does so already, it performs them.
  package func drain(_ perform: (Item) -> Void) {
    guard beginDraining() else { return }
    while let items = take() {
      for item in items { perform(item) }
    }
  }

  /// Drops all pending and future items.
  func close() {
    state.withLock {
      $0.isClosed = true
      $0.items = []
    }
  }

  /// Whether nothing is pending and no drain is in progress.
  var isAtRest: Bool { state.withLock { $0.items.isEmpty && !$0.isDraining } }

  /// A closure rather than a key path, because this is read for each delivery: a key path in a
  /// generic type would be created each time, which costs more than the delivery.
  var isClosed: Bool { state.withLock { $0.isClosed } }
}
