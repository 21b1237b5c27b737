import PlayerKit
import PlayerKitSystem
import PlayerKitTesting

/// A source for which the test answers, one request at a time.
final class ScriptedSource: QueueSource {
  struct Failure: Error {}

  private struct State {
    var waiting: [CheckedContinuation<[QueueItem], any Error>] = []
    var isCancelled = false
  }

  let requests = Recorded<QueueSourceRequest>()
  let cancellations = Recorded<Int>()
  private let state = Locked(State())

  func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    let number = requests.elements.count + 1
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        state.withLock { $0.waiting.append(continuation) }
        requests.append(request)
      }
    } onCancel: {
      cancellations.append(number)
    }
  }

  /// Waits until this many requests were made.
  @discardableResult
  func asked(_ count: Int) async throws -> QueueSourceRequest? {
    try await requests.wait(for: "question \(count)") { $0.count >= count }.last
  }

  /// Answers the oldest pending request.
  func answer(_ result: Result<[QueueItem], any Error>) {
    let continuation = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
    continuation?.resume(with: result)
  }

  func give(_ names: String...) {
    answer(.success(SectionFixture.items(names)))
  }

  deinit {
    for continuation in state.withLock(\.waiting) { continuation.resume(throwing: Failure()) }
  }
}
