import FlyingSocks
import Foundation

/// Makes sockets send small pieces at once.
///
/// The server writes the head and the body of a response one after the other. Without this, the
/// system would hold the body back until the client has acknowledged the head. That takes some 40
/// ms, longer than the rest of the response.
struct PromptSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  let pool: Pool

  func prepare() async throws {
    try await pool.prepare()
  }

  func run() async throws {
    try await pool.run()
  }

  /// Every socket passes through here before its first request arrives, and so before the first
  /// response.
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // Fails for sockets that are not connections, which don't need the option.
    let noDelay = BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)
    try? socket.setValue(true, for: noDelay)
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
