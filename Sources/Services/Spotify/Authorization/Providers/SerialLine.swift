import Locking
import MusicCatalog

/// Runs work one after the other, in the order in which it is given.
///
/// It runs in a task of its own, and ends by itself also where who gave it is cancelled: a token
/// that has been rotated must be saved.
final class SerialLine: Sendable {
  private let last = Locked<Task<Void, Never>?>(nil)

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let outcome = SharedOutcome<Value>()
    last.withLock { last in
      last = Task { [previous = last] in
        await previous?.value
        do {
          outcome.finish(.success(try await work()))
        } catch {
          outcome.finish(.failure(error))
        }
      }
    }
    return try await outcome.value()
  }
}
