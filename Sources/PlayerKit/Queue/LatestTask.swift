import PlayerKitSystem

/// Puts questions to somebody who takes time: a task for each, one at a time. Ends with the queue.
final class LatestTask<ID: Hashable & Sendable>: Sendable {
  private let task = Locked<(id: ID, handle: Task<Void, Never>)?>(nil)

  deinit {
    task.withLock(\.self)?.handle.cancel()
  }

  /// Asks in a task, in which the answer is carried out, too; also that of a question that was cancelled.
  /// What was asked before is cancelled.
  func start(
    _ id: ID,
    priority: TaskPriority? = nil,
    _ body: @escaping @Sendable () async -> Void
  ) {
    let handle = Task(priority: priority, operation: body)
    let displaced = task.withLock { task in
      defer { task = (id, handle) }
      return task
    }
    displaced?.handle.cancel()
  }

  /// Answered last, or being asked: over when what it answered was carried out.
  var current: Task<Void, Never>? { task.withLock(\.self)?.handle }

  /// Cancels a question. One that was answered, or displaced: no effect.
  func cancel(_ id: ID) {
    task.withLock { $0?.id == id ? $0 : nil }?.handle.cancel()
  }
}

extension Result where Failure == any Error {
  /// What came of it.
  static func of(_ body: () async throws -> Success) async -> Result {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
