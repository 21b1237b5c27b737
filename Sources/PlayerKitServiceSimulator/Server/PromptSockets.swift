import FlyingSocks
import Foundation

/// Lets sockets send small pieces at once.
///
/// The server writes an answer's head and its body one after the other. Without this the system would
/// hold the body back until the client has acknowledged the head, which takes some 40 ms: more than
/// all the rest of an answer.
struct PromptSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  let pool: Pool

  func prepare() async throws {
    try await pool.prepare()
  }

  func run() async throws {
    try await pool.run()
  }

  /// A socket comes by here before its first request has arrived, and so before the first answer.
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // Refused for what is no connection; then it isn't needed either.
    let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    try? socket.setValue(true, for: noDelay)
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
