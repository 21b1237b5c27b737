#if Server
  import FlyingSocks
  import Foundation
  import PlayerKitMedia
  import PlayerKit
  import PlayerKitTesting
  import PlayerKitServices
  import TestSupport
  import Testing

  @testable import PlayerKitRemote
  @testable import PlayerKitWebServer

  @Suite("The page's server", .tags(.local))
  struct WebServerTests {
    private let context = RemoteContext(
      queue: QueuePlayer(players: [FakePlayer(clock: ManualClock())]),
      services: MusicServices([]),
      artwork: ArtworkLoader()
    )

    private func port(of server: WebServer) throws -> UInt16 {
      try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
    }

    /// The answer to a request, as text.
    private func answer(to request: String, on port: UInt16) async throws -> String {
      let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
      defer { try? socket.close() }
      try await socket.write(Data((request + "\r\n\r\n").utf8))
      var bytes: [UInt8] = []
      while let more = try? await socket.read(atMost: 4_096), !more.isEmpty { bytes += more }
      return String(decoding: bytes, as: UTF8.self)
    }

    @Test("it serves the page under its own name until it is stopped, and releases the port")
    func serves() async throws {
      let server = try await WebServer.start(context)
      let port = try port(of: server)
      #expect(server.token == nil && server.link == "http://127.0.0.1:\(port)/")
      let page = try await answer(
        to: "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close",
        on: port
      )
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n") && page.contains("<title>PlayerKit</title>"))
      let foreign = try await answer(to: "GET / HTTP/1.1\r\nHost: evil.example", on: port)
      #expect(foreign.hasPrefix("HTTP/1.1 421 "))
      let nothing = try await answer(to: "status", on: port)
      #expect(nothing.hasPrefix("HTTP/1.1 400 "))
      await server.stop()
      await server.stop()
      let next = try await WebServer.start(context, configuration: .init(port: port))
      await next.stop()
    }

    @Test("a connection with a refused request accepts nothing further")
    func refuses() async throws {
      let server = try await WebServer.start(context)
      let port = try port(of: server)
      let answers = try await answer(
        to: "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"
          + "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close",
        on: port
      )
      #expect(answers.hasPrefix("HTTP/1.1 421 "))
      #expect(!answers.contains("HTTP/1.1 200 "))
      await server.stop()
    }

    @Test("idle connections give way to a browser", arguments: [nil, WebAccess.makeToken()])
    func crowd(token: String?) async throws {
      let server = try await WebServer.start(
        context,
        configuration: .init(token: token, maximumClients: 4)
      )
      let port = try port(of: server)
      var crowd: [AsyncSocket] = []
      for _ in 0..<8 {
        crowd.append(try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port)))
      }
      let page = try await answer(
        to: "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close",
        on: port
      )
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      for socket in crowd { try? socket.close() }
      await server.stop()
    }

    @Test("many clients that connect at once are all served if no token is needed")
    func atOnce() async throws {
      let server = try await WebServer.start(context)
      let port = try port(of: server)
      var clients: [AsyncSocket] = []
      for _ in 0..<64 {
        clients.append(try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port)))
      }
      let request = "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close\r\n\r\n"
      for client in clients {
        try await client.write(Data(request.utf8))
        let start = try await client.read(bytes: 12)
        #expect(String(decoding: start, as: UTF8.self) == "HTTP/1.1 200")
        try? client.close()
      }
      await server.stop()
    }

    @Test("a browser that keeps its connections open gives way to the next one")
    func idleBrowsers() async throws {
      let server = try await WebServer.start(context, configuration: .init(maximumClients: 4))
      let port = try port(of: server)
      let request = Data("GET / HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n".utf8)
      var kept: [AsyncSocket] = []
      for _ in 0..<4 {
        let socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
        try await socket.write(request)
        _ = try await socket.read(atMost: 1)
        kept.append(socket)
      }
      let page = try await answer(
        to: "GET / HTTP/1.1\r\nHost: localhost:\(port)\r\nConnection: close",
        on: port
      )
      #expect(page.hasPrefix("HTTP/1.1 200 OK\r\n"))
      for socket in kept { try? socket.close() }
      await server.stop()
    }

    @Test("a taken port, an invalid address and a weak token are reported")
    func tellsFailures() async throws {
      let server = try await WebServer.start(context)
      let port = try port(of: server)
      await #expect(throws: WebServer.Failure.unavailable) {
        try await WebServer.start(context, configuration: .init(port: port))
      }
      await #expect(throws: WebServer.Failure.invalidAddress) {
        try await WebServer.start(context, configuration: .init(address: "music.local"))
      }
      await #expect(throws: WebServer.Failure.weakToken) {
        try await WebServer.start(context, configuration: .init(token: "hunter2"))
      }
      await server.stop()
    }

    @Test("outside of this machine a new token is made each time")
    func makesTokens() async throws {
      var tokens: Set<String> = []
      for _ in 0..<2 {
        let server = try await WebServer.start(context, configuration: .init(address: "0.0.0.0"))
        let token = try #require(server.token)
        #expect(server.link.hasSuffix("/#" + token) && !server.address.contains(token))
        // It can be opened as it is.
        #expect(!server.links.contains { $0.contains("0.0.0.0") })
        #expect(server.links.last?.hasPrefix("http://127.0.0.1:") == true)
        tokens.insert(token)
        await server.stop()
      }
      #expect(tokens.count == 2)
    }
  }
#endif
