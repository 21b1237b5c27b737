import FlyingFox
import FlyingSocks
import Foundation

/// The socket and the HTTP server.
package final class Listener: Sendable {
  package let port: UInt16

  private let server: HTTPServer
  private let running: Task<Void, any Error>

  /// Listens on 127.0.0.1 and returns when connections are accepted.
  ///
  /// - Parameter port: The port, or 0 for any free port.
  /// - Parameter answer: Returns the response to each request, whose path includes everything.
  package static func start(
    port: UInt16 = 0,
    answer: @escaping @Sendable (SimulatedRequest) -> SimulatedResponse
  ) async throws(ServiceSimulatorError) -> Listener {
    try await start(
      port: port,
      handler: ClosureHTTPHandler { WireForm.response(answer(try await SimulatedRequest($0))) }
    )
  }

  /// Listens on 127.0.0.1 and returns when connections are accepted.
  static func start(
    port: UInt16,
    handler: some HTTPHandler
  ) async throws(ServiceSimulatorError) -> Listener {
    do {
      return try await listen(port: port, handler: handler)
    } catch SocketError.failed(_, EADDRINUSE, _) {
      throw .portTaken(port)
    } catch {
      throw .cannotListen(error.localizedDescription)
    }
  }

  private static func listen(port: UInt16, handler: some HTTPHandler) async throws -> Listener {
    // Stalled and slow responses may take longer than any server timeout.
    let server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: port),
      timeout: 86_400,
      pool: PromptSockets(pool: HTTPServer.defaultPool()),
      logger: .disabled,
      handler: handler
    )
    let (outcomes, outcome) = AsyncStream.makeStream(of: (any Error)?.self)
    let running = Task {
      do {
        try await server.run()
      } catch {
        outcome.yield(error)
        throw error
      }
    }
    let listening = Task {
      do {
        try await server.waitUntilListening()
        outcome.yield(nil)
      } catch {
        outcome.yield(error)
      }
    }
    defer { listening.cancel() }
    do {
      for await error in outcomes {
        if let error { throw error }
        break
      }
      guard case .ip4(_, let port)? = await server.listeningAddress else {
        throw SocketError.unsupportedAddress
      }
      return Listener(port: port, server: server, running: running)
    } catch {
      running.cancel()
      throw error
    }
  }

  private init(port: UInt16, server: HTTPServer, running: Task<Void, any Error>) {
    self.port = port
    self.server = server
    self.running = running
  }

  deinit {
    running.cancel()
  }

  /// Closes the port and the connections. A second call has no effect.
  package func stop() async {
    await server.stop()
    running.cancel()
    _ = await running.result
  }
}
