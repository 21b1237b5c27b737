import FlyingFox
import Foundation
import PlayerKitSystem

/// The connections that are kept waiting for an answer that never comes.
final class Stalls: Sendable {
  private let waiting = Locked<[UUID: AsyncStream<Never>.Continuation]>([:])

  var count: Int { waiting.withLock { $0.count } }

  /// Lets all connections go, without an answer.
  func endAll() {
    let ending = waiting.withLock { waiting in
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in ending { continuation.finish() }
  }

  /// Returns when all are let go, or when the task is cancelled.
  func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let id = UUID()
    waiting.withLock { $0[id] = continuation }
    for await _ in stream {}
    _ = waiting.withLock { $0.removeValue(forKey: id) }
  }
}

/// Keeps a connection without a word, until the client goes, the stalls are ended, or the server
/// stops.
///
/// The server asks a handler of web sockets for its frames before it writes anything, and gives it
/// what the client sends: so a connection can be held here, and its end be seen. It is never
/// upgraded.
struct StalledConnection: WSHandler {
  struct Ended: Error {}

  let stalls: Stalls

  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await stalls.wait() }
      group.addTask {
        do { for try await _ in client {} } catch { return }
      }
      await group.next()
      group.cancelAll()
    }
    throw Ended()
  }
}
