#if Server
  import FlyingSocks
  import Foundation
  import PlayerKitSystem

  /// The listening socket, which accepts a limited number of connections.
  package struct WebListener: Sendable {
    /// The error of a failed start.
    package enum Failure: Error, Sendable, Hashable {
      /// The address is invalid.
      case invalidAddress
      /// The address or port is in use by another program, or the address is not on this machine.
      case unavailable
    }

    /// The actual port.
    package let port: UInt16
    /// The start of all URLs, before the path.
    package let address: String

    private let socket: Socket
    private let pool: any AsyncSocketPool

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - address: An IPv4 or IPv6 address, or `localhost`.
    ///   - port: The port; 0 for any free one.
    package init(address: String, port: UInt16) async throws(Failure) {
      let name = address == "localhost" ? "127.0.0.1" : address
      if name.contains(":") {
        guard let address = try? sockaddr_in6.inet6(ip6: name, port: port) else {
          throw .invalidAddress
        }
        try await self.init(address)
      } else {
        guard let address = try? sockaddr_in.inet(ip4: name, port: port) else {
          throw .invalidAddress
        }
        try await self.init(address)
      }
    }

    private init<Address: SocketAddress>(_ address: Address) async throws(Failure) {
      do {
        pool = .make()
        try await pool.prepare()
        socket = try Socket(domain: Int32(address.family), type: .stream)
        do {
          try socket.setValue(true, for: .localAddressReuse)
          try socket.bind(to: address)
          try socket.listen()
          switch try socket.sockname() {
          case .ip4(let name, port: let port):
            (self.port, self.address) = (port, "http://\(name):\(port)")
          case .ip6(let name, port: let port):
            (self.port, self.address) = (port, "http://[\(name)]:\(port)")
          case .unix: throw SocketError.unsupportedAddress
          }
        } catch {
          try? socket.close()
          throw error
        }
      } catch {
        throw .unavailable
      }
    }

    /// Serves until the task is canceled. Then the port is closed at once. Immediately closes
    /// connections for which there is no place.
    ///
    /// - Parameter grace: After the cancellation, connections stay open until it returns.
    package func run(
      _ handler: any WebHandler,
      most: Int,
      grace: @escaping @Sendable () async -> Void = {}
    ) async {
      let polling = Task { try? await pool.run() }
      let (clients, admit) = AsyncStream.makeStream(of: AsyncSocket.self)
      let places = WebPlaces(most: most, needsSecret: handler.needsSecret)
      let serving = Task { await Self.serve(clients, handler, places) }
      await accept { admit.yield($0) }
      admit.finish()
      try? socket.close()
      // Not canceled with the current task.
      await Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await grace() }
          group.addTask { await serving.value }
          await group.next()
          group.cancelAll()
          serving.cancel()
        }
      }
      .value
      polling.cancel()
    }

    private static func serve(
      _ clients: AsyncStream<AsyncSocket>,
      _ handler: any WebHandler,
      _ places: WebPlaces
    ) async {
      await withDiscardingTaskGroup { connections in
        for await client in clients {
          guard let place = places.take(for: Self.place(of: client)) else {
            try? client.close()
            continue
          }
          let connection = WebConnection(socket: client, handler: handler) { isTrusted in
            places.use(place, isTrusted: isTrusted)
          }
          connections.addTask { await places.serve(place) { await connection.run() } }
        }
      }
    }

    /// Returns the address of a client. For IPv6 it is the network, since a host there has many
    /// addresses.
    private static func place(of client: AsyncSocket) -> String {
      switch try? client.socket.remotePeer() {
      case .ip4(let text, port: _)?, .ip6(let text, port: _)?:
        guard let bytes = IPAddress(text)?.bytes else { return text }
        return Hexadecimal.text(bytes.count == 4 ? bytes : Array(bytes.prefix(8)))
      case .unix?, nil: return ""
      }
    }

    /// Accepts connections until the task is canceled.
    private func accept(_ take: (AsyncSocket) -> Void) async {
      guard let listening = try? AsyncSocket(socket: socket, pool: pool) else { return }
      while !Task.isCancelled {
        do { take(try await listening.accept()) } catch {
          // For example, no descriptors are left. Some may be freed meanwhile.
          try? await Task.sleep(for: .milliseconds(100))
        }
      }
    }
  }

  /// A server that serves until it is stopped or released.
  package final class RunningServer: Sendable {
    private let task: Locked<Task<Void, Never>?>
    private let willStop: @Sendable () -> Void

    /// - Parameter willStop: Called once, before the connections are closed.
    package init(
      _ listener: WebListener,
      _ handler: any WebHandler,
      most: Int,
      willStop: @escaping @Sendable () -> Void
    ) {
      self.willStop = willStop
      task = Locked(Task { await listener.run(handler, most: most) })
    }

    deinit { end()?.cancel() }

    /// Closes the port and all connections, and waits until they are closed. A second call has no
    /// effect.
    package func stop() async {
      let task = end()
      task?.cancel()
      await task?.value
    }

    private func end() -> Task<Void, Never>? {
      let running = task.withLock { $0.take() }
      if running != nil { willStop() }
      return running
    }
  }
#endif
