#if Server
  import FlyingSocks
  import Foundation
  import PlayerKit

  /// A server on 127.0.0.1 that answers each request with a page and reads only its head.
  ///
  /// If there are too many connections, the oldest one is closed, so that idle ones do not block
  /// the browser.
  struct RedirectListener: Sendable {
    private static let maximumConnections = 32
    /// The maximum time for a connection's request and response.
    private static let timeout = Duration.seconds(5)
    /// Not the injected clock: sockets live in real time.
    private static let clock = SystemPlaybackClock()

    let port: UInt16
    private let socket: Socket
    private let pool: any AsyncSocketPool

    /// Opens the port. ``run(grace:_:)`` accepts the connections.
    init(port: UInt16) async throws {
      let address = try sockaddr_in.inet(ip4: "127.0.0.1", port: port)
      pool = .make()
      try await pool.prepare()
      socket = try Socket(domain: Int32(address.family), type: .stream)
      do {
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: address)
        try socket.listen()
        guard case .ip4(_, let port) = try socket.sockname() else {
          throw SocketError.unsupportedAddress
        }
        self.port = port
      } catch {
        try? socket.close()
        throw error
      }
    }

    /// Serves until the task is canceled. Then the port is closed at once, and connections stay
    /// open until `grace` returns.
    func run(
      grace: @escaping @Sendable () async -> Void,
      _ page: @escaping @Sendable (RedirectRequest) -> RedirectPage
    ) async {
      let polling = Task { try? await pool.run() }
      var connections: [Task<Void, Never>] = []
      if let listening = try? AsyncSocket(socket: socket, pool: pool) {
        while !Task.isCancelled {
          guard let client = try? await listening.accept() else {
            // The process may be out of file descriptors until other connections close.
            try? await Self.clock.sleep(for: .milliseconds(100))
            continue
          }
          if connections.count >= Self.maximumConnections { connections.removeFirst().cancel() }
          connections.append(Task { await Self.serve(client, page) })
        }
      }
      try? socket.close()
      let rest = connections
      await Task {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await grace() }
          group.addTask { for connection in rest { await connection.value } }
          await group.next()
          group.cancelAll()
          for connection in rest { connection.cancel() }
        }
      }
      .value
      polling.cancel()
    }

    private static func serve(
      _ client: AsyncSocket,
      _ page: @escaping @Sendable (RedirectRequest) -> RedirectPage
    ) async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          var bytes: [UInt8] = []
          var known = 0
          while !RedirectRequest.isWhole(bytes, known: known) {
            known = bytes.count
            guard known <= RedirectRequest.largest, let more = try? await client.read(atMost: 4_096)
            else { return }
            bytes += more
          }
          guard let request = RedirectRequest(bytes) else { return }
          try? await client.write(page(request).answer(hasBody: request.method != "HEAD"))
        }
        group.addTask { try? await clock.sleep(for: timeout) }
        await group.next()
        group.cancelAll()
      }
      try? client.close()
    }
  }
#endif
