import Locking

/// Puts the questions to a source: a task for each, one at a time. Ends with the queue.
final class SourceInquiry: Sendable {
  private let task = Locked<(question: QuestionID, handle: Task<Void, Never>)?>(nil)

  deinit {
    task.withLock(\.self)?.handle.cancel()
  }

  /// Asks in a task; `onAnswer` hears what came of it, also of a question that was cancelled.
  func ask(
    _ question: QuestionID,
    _ source: any QueueSource,
    _ request: QueueSourceRequest,
    onAnswer: @escaping @Sendable (Result<[QueueItem], any Error>) -> Void
  ) {
    let handle = Task {
      do {
        onAnswer(.success(try await source.more(for: request)))
      } catch {
        onAnswer(.failure(error))
      }
    }
    let displaced = task.withLock { task in
      defer { task = (question, handle) }
      return task
    }
    displaced?.handle.cancel()
  }

  /// Answered last, or being asked: over when what it answered was carried out.
  var current: Task<Void, Never>? { task.withLock(\.self)?.handle }

  /// Cancels a question. One that was answered, or displaced: no effect.
  func cancel(_ question: QuestionID) {
    task.withLock { $0?.question == question ? $0 : nil }?.handle.cancel()
  }
}
