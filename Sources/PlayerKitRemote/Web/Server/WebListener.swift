#if Server
  import FlyingSocks
  import Foundation

  /// The listening socket, which accepts a limited number of connections.
  struct WebListener: Sendable {
    /// The actual port.
    let port: UInt16
    /// The start of all URLs, before the path.
    let address: String

    private let socket: Socket
    private let pool: any AsyncSocketPool

    /// Starts to listen.
    init(_ configuration: WebServer.Configuration) async throws(WebServer.Failure) {
      let name = configuration.address == "localhost" ? "127.0.0.1" : configuration.address
      if name.contains(":") {
        guard let address = try? sockaddr_in6.inet6(ip6: name, port: configuration.port) else {
          throw .invalidAddress
        }
        try await self.init(address)
      } else {
        guard let address = try? sockaddr_in.inet(ip4: name, port: configuration.port) else {
          throw .invalidAddress
        }
        try await self.init(address)
      }
    }

    private init<Address: SocketAddress>(_ address: Address) async throws(WebServer.Failure) {
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

    /// Serves until the task is canceled. Immediately closes connections for which there is no
    /// place.
    func run(_ router: WebRouter, most: Int) async {
      let places = WebPlaces(most: most)
      await withTaskGroup(of: Void.self) { group in
        group.addTask { try? await pool.run() }
        group.addTask {
          await withDiscardingTaskGroup { connections in
            await accept { client in
              let address = MPDSocket.peer(of: client.socket.file.rawValue)
              guard let place = places.take(for: address) else {
                try? client.close()
                return
              }
              let connection = WebConnection(socket: client, router: router) {
                places.use(place)
              }
              connections.addTask { await places.serve(place) { await connection.run() } }
            }
            connections.cancelAll()
          }
        }
        await group.next()
        group.cancelAll()
      }
      try? socket.close()
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
#endif
