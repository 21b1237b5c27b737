import PlayerKitSystem

/// A running search for which a thread waits.
///
/// `@unchecked Sendable`: the condition guards the mutable state.
final class Search<Found: Sendable>: @unchecked Sendable {
  private let condition = Condition()
  private var found: Found?
  private var isOver = false
  private var task: Task<Void, Never>?

  /// Starts the search.
  init(_ find: @escaping @Sendable () async throws -> Found) {
    let task = Task { [weak self] in
      let found = try? await find()
      self?.end(found)
    }
    condition.withLock { self.task = task }
  }

  /// Waits for the result; `nil` if nothing was found in time, or the search was cancelled. Blocks.
  func value(within time: Duration) -> Found? {
    let end = SuspendingClock.now + time
    let found = condition.withLock {
      while !isOver, .now < end { condition.wait(atMost: end - SuspendingClock.now) }
      return self.found
    }
    cancel()
    return found
  }

  /// Cancels the search and releases the waiting thread. Callable from any thread. A second call
  /// has no effect.
  func cancel() {
    condition.withLock { task }?.cancel()
    end(nil)
  }

  private func end(_ found: Found?) {
    condition.withLock {
      guard !isOver else { return }
      isOver = true
      self.found = found
    }
    condition.broadcast()
  }
}
