import PlayerKitSystem

/// A search under way, for which a thread waits.
///
/// `@unchecked Sendable`: the condition guards what changes.
final class Search<Found: Sendable>: @unchecked Sendable {
  private let condition = Condition()
  private var found: Found?
  private var isOver = false
  private var task: Task<Void, Never>?

  /// Begins to search.
  init(_ find: @escaping @Sendable () async throws -> Found) {
    let task = Task { [weak self] in
      let found = try? await find()
      self?.end(found)
    }
    condition.withLock { self.task = task }
  }

  /// What was found; `nil` where nothing was, not in time, or where it was cancelled. Blocks.
  func value(within time: Duration) -> Found? {
    let end = SuspendingClock.now + time
    let found = condition.withLock {
      while !isOver, .now < end { condition.wait(atMost: end - SuspendingClock.now) }
      return self.found
    }
    cancel()
    return found
  }

  /// Ends it; nobody waits any more. From any thread; a second call does nothing.
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
