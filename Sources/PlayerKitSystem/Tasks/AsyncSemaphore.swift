/// Limits how many tasks do something at once. Callers proceed in the order in which they came.
/// Waiting does not block a thread.
package final class AsyncSemaphore: Sendable {
  private typealias Waiter = CheckedContinuation<Bool, Never>

  private struct State {
    var running = 0
    var seen = 0
    /// Callers that have not been queued yet.
    var coming: Set<Int> = []
    var line: [(number: Int, waiter: Waiter)] = []
  }

  private let most: Int
  private let state = Locked(State())

  package init(most: Int) { self.most = most }

  /// The number of waiting callers.
  package var waiting: Int { state.withLock(\.line.count) }

  /// Waits for a turn.
  ///
  /// - Throws: `CancellationError` if the task is cancelled. Then there is no turn to give back.
  package func take() async throws(CancellationError) {
    let number = state.withLock { state in
      state.seen += 1
      state.coming.insert(state.seen)
      return state.seen
    }
    let isTaken = await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if let isTaken = enter(number, waiter) { waiter.resume(returning: isTaken) }
      }
    } onCancel: {
      leave(number)
    }
    guard isTaken else { throw CancellationError() }
  }

  /// Lets the next caller run.
  package func giveBack() {
    let next = state.withLock { state -> Waiter? in
      guard !state.line.isEmpty else {
        state.running -= 1
        return nil
      }
      return state.line.removeFirst().waiter
    }
    next?.resume(returning: true)
  }

  /// Whether the caller has a turn; `nil` if it was queued.
  private func enter(_ number: Int, _ waiter: Waiter) -> Bool? {
    state.withLock { state in
      guard state.coming.remove(number) != nil else { return false }
      if state.running < most {
        state.running += 1
        return true
      }
      state.line.append((number, waiter))
      return nil
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { state -> Waiter? in
      state.coming.remove(number)
      guard let place = state.line.firstIndex(where: { $0.number == number }) else { return nil }
      return state.line.remove(at: place).waiter
    }
    waiter?.resume(returning: false)
  }
}
