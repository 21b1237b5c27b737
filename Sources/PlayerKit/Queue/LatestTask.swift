import PlayerKitSystem

/// Runs slow questions as tasks, one at a time. The current task is canceled when the queue goes
/// away.
final class LatestTask<ID: Hashable & Sendable>: Sendable {
  private let task = Locked<(id: ID, handle: Task<Void, Never>)?>(nil)

  deinit {
    task.withLock(\.self)?.handle.cancel()
  }

  /// Starts a task that asks and also carries out the answer, even for a question that was canceled
  /// meanwhile. Cancels the previous question.
  func start(
    _ id: ID,
    priority: TaskPriority? = nil,
    _ body: @escaping @Sendable () async -> Void
  ) {
    let handle = Task(
      executorPreference: LibraryTasks.executor,
      priority: priority,
      operation: body
    )
    let displaced = task.withLock { task in
      defer { task = (id, handle) }
      return task
    }
    displaced?.handle.cancel()
  }

  /// The latest question's task; it finishes after the answer has been carried out.
  var current: Task<Void, Never>? { task.withLock(\.self)?.handle }

  /// Cancels a question. Has no effect if it was answered or replaced.
  func cancel(_ id: ID) {
    task.withLock { $0?.id == id ? $0 : nil }?.handle.cancel()
  }
}

extension Result where Failure == any Error {
  /// Returns the outcome of `body`.
  static func of(_ body: () async throws -> Success) async -> Result {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }
}
