import Locking

/// A value that is there once, from any thread, before or after its one reader waits for it.
///
/// What is given after the first value is dropped.
package final class Promise<Value: Sendable>: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Value, any Error>)
    case finished(Result<Value, any Error>)
  }

  private let state = Locked(State.idle)

  package init() {}

  /// Waits for the value. To be called once.
  ///
  /// - Throws: the failure that was given; `CancellationError`, at once, where the task is cancelled.
  package func value() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          switch state {
          case .idle, .waiting:
            state = .waiting(continuation)
            return nil
          case .finished(let result):
            return result
          }
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish(.failure(CancellationError()))
    }
  }

  package func finish(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      switch state {
      case .idle:
        state = .finished(result)
        return nil
      case .waiting(let continuation):
        state = .finished(result)
        return continuation
      case .finished:
        return nil
      }
    }
    waiting?.resume(with: result)
  }
}
