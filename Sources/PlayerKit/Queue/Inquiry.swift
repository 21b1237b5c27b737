import Locking

/// Puts questions to somebody who takes time: a task for each, one at a time. Ends with the queue.
final class Inquiry<Question: Hashable & Sendable>: Sendable {
  private let task = Locked<(question: Question, handle: Task<Void, Never>)?>(nil)

  deinit {
    task.withLock(\.self)?.handle.cancel()
  }

  /// Asks in a task, in which the answer is carried out, too; also that of a question that was cancelled.
  /// What was asked before is cancelled.
  func ask(
    _ question: Question,
    priority: TaskPriority? = nil,
    _ body: @escaping @Sendable () async -> Void
  ) {
    let handle = Task(priority: priority, operation: body)
    let displaced = task.withLock { task in
      defer { task = (question, handle) }
      return task
    }
    displaced?.handle.cancel()
  }

  /// Answered last, or being asked: over when what it answered was carried out.
  var current: Task<Void, Never>? { task.withLock(\.self)?.handle }

  /// Cancels a question. One that was answered, or displaced: no effect.
  func cancel(_ question: Question) {
    task.withLock { $0?.question == question ? $0 : nil }?.handle.cancel()
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
