import FlyingFox
import Foundation
import PlayerKitSystem

/// The connections that wait for a response that never comes.
final class Stalls: Sendable {
  private let waiting = Locked<[UUID: AsyncStream<Never>.Continuation]>([:])

  var count: Int { waiting.withLock { $0.count } }

  /// Ends all connections without a response.
  func endAll() {
    let ending = waiting.withLock { waiting in
      defer { waiting = [:] }
      return Array(waiting.values)
    }
    for continuation in ending { continuation.finish() }
  }

  /// Returns when the stalls are ended, or when the task is canceled.
  func wait() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    let id = UUID()
    waiting.withLock { $0[id] = continuation }
    for await _ in stream {}
    _ = waiting.withLock { $0.removeValue(forKey: id) }
  }
}

/// Holds a connection without a response until the client disconnects, the stalls are ended, or the
/// server stops.
///
/// The server asks a WebSocket handler for its frames before it writes anything, and passes it the
/// data from the client. So a handler can hold a connection and notice its end. The connection is
/// never upgraded.
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
