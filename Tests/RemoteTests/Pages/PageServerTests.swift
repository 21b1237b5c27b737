#if Server
  import FlyingSocks
  import Foundation
  import PlayerKit
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitPagePlayers
  @testable import PlayerKitWebServer

  @Suite("The server of the player page", .tags(.local))
  struct PageServerTests {
    private func request(_ text: String, to server: PageServer) async throws -> String {
      let socket = try await connect(to: server)
      defer { try? socket.close() }
      try await socket.write(Data(text.utf8))
      var bytes: [UInt8] = []
      while let more = try? await socket.read(atMost: 4_096), !more.isEmpty { bytes += more }
      return String(decoding: bytes, as: UTF8.self)
    }

    private func connect(to server: PageServer) async throws -> AsyncSocket {
      let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
      return try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
    }

    private func name(of server: PageServer) -> String {
      String(server.address.dropFirst("http://".count))
    }

    @Test("the page comes with the headers that the services' players need")
    func headers() async throws {
      let server = try await PageServer.start(PageHost())
      let name = name(of: server)
      let answer = try await request(
        "GET / HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n",
        to: server
      )
      #expect(answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
      #expect(answer.contains("Referrer-Policy: strict-origin-when-cross-origin\r\n"))
      #expect(answer.contains("Cross-Origin-Opener-Policy: same-origin-allow-popups\r\n"))
      #expect(answer.contains("frame-src https://www.youtube.com https://www.youtube-nocookie.com"))
      #expect(answer.contains("ws://\(name)"))
      #expect(!answer.contains("trusted-types") && !answer.contains("unsafe-eval"))
      #expect(!answer.contains("Cross-Origin-Embedder-Policy"))
      await server.stop()
      await server.stop()
    }

    @Test("a page gets the origins of its own players, and no more")
    func policy() {
      let headers = PageHeaders(kinds: [.youTube], extraOrigins: ["http://127.0.0.1:9", "x; y"])
      let policy = headers.fields(host: nil).first { $0.0 == "Content-Security-Policy" }?.1 ?? ""
      #expect(policy.contains("https://www.youtube.com") && policy.contains("http://127.0.0.1:9"))
      #expect(!policy.contains("apple") && !policy.contains("scdn") && !policy.contains("x; y"))
      #expect(policy.hasPrefix("default-src 'none'"))
    }

    @Test("the credential is in no answer, and only the page's own origin gets a WebSocket")
    func access() async throws {
      let host = PageHost()
      let server = try await PageServer.start(host)
      #expect(server.link == server.address + "/#" + host.credential)
      let name = name(of: server)
      let upgrade =
        "Upgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      for path in ["/", "/config.json", "/app.js"] {
        let answer = try await request(
          "GET \(path) HTTP/1.1\r\nHost: \(name)\r\nConnection: close\r\n\r\n",
          to: server
        )
        #expect(answer.hasPrefix("HTTP/1.1 200") && !answer.contains(host.credential))
      }
      let foreign = try await request(
        "GET /socket HTTP/1.1\r\nHost: \(name)\r\nOrigin: https://evil.example\r\n" + upgrade,
        to: server
      )
      #expect(foreign.hasPrefix("HTTP/1.1 403 "))
      let renamed = try await request("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", to: server)
      #expect(renamed.hasPrefix("HTTP/1.1 421 "))
      await server.stop()
    }

    @Test("a page connects, plays, and loses its load when it goes")
    func plays() async throws {
      let host = PageHost()
      let server = try await PageServer.start(host)
      let page = try await SocketPage(server, host.credential)
      try await eventually("the page is the player") { host.status.hasPlayer }
      let player = HTMLPagePlayer(host: host)
      player.play(PageMediaTrack(url: try #require(URL(string: "https://media.example/a"))))
      let load = try await page.next("load")
      #expect((load["item"] as? [String: Any])?["url"] as? String == "https://media.example/a")
      let number = try #require(load["load"] as? Int)
      let sequence = try #require(load["seq"] as? Int)
      try await page.send("done", ["load": number, "re": sequence, "ok": true])
      try await page.send(
        "ready",
        ["load": number, "position": 0, "duration": 9, "seekable": true]
      )
      try await page.send(
        "state",
        ["load": number, "state": "playing", "position": 0, "rate": 1, "by": "command"]
      )
      try await player.wait(for: "playing") { $0.state == .play }
      page.close()
      try await player.wait(for: "the failure") { $0.error?.code == .pageClosed }
      await server.stop()
    }

    @Test("a page without the credential is turned away")
    func refuses() async throws {
      let host = PageHost()
      let server = try await PageServer.start(host)
      let page = try await SocketPage(server, "abcdefghijklmnopqrstuvwxyz234567")
      #expect(try await page.closeCode() == 4001)
      #expect(host.status.pageCount == 0)
      await server.stop()
    }
  }

  /// A page that is nothing but a WebSocket.
  private final class SocketPage {
    private let socket: AsyncSocket
    private var bytes: [UInt8] = []
    private var sequence = 0

    init(_ server: PageServer, _ credential: String) async throws {
      let port = try #require(server.address.split(separator: ":").last.flatMap { UInt16($0) })
      socket = try await AsyncSocket.connected(to: .inet(ip4: "127.0.0.1", port: port))
      let head =
        "GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n"
        + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
      try await socket.write(Data(head.utf8))
      while !String(decoding: bytes, as: UTF8.self).contains("\r\n\r\n") {
        bytes += try await socket.read(atMost: 4_096)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasPrefix("HTTP/1.1 101 "))
      let length = text.range(of: "\r\n\r\n").map { text[..<$0.upperBound].utf8.count } ?? 0
      bytes.removeFirst(length)
      try await send(
        "hello",
        [
          "protocol": 1, "credential": credential, "session": "the-session-of-it",
          "activated": true, "visible": true, "adapters": [["kind": "html", "state": "ready"]],
        ]
      )
    }

    func send(_ type: String, _ fields: [String: Any]) async throws {
      sequence += 1
      var all = fields
      all["type"] = type
      all["page"] = "the-document-of-it"
      all["seq"] = sequence
      let payload = Array(try JSONSerialization.data(withJSONObject: all))
      var frame: [UInt8] = [0x81]
      if payload.count < 126 {
        frame.append(0x80 | UInt8(payload.count))
      } else {
        frame += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
      }
      // A mask of zeros changes nothing.
      frame += [0, 0, 0, 0] + payload
      try await socket.write(Data(frame))
    }

    /// The next message of this type.
    func next(_ type: String) async throws -> [String: Any] {
      while true {
        let (opcode, payload) = try await frame()
        guard opcode == 1,
          let object = try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any]
        else { throw NeverHappened(what: "a message \(type)") }
        if object["type"] as? String == type { return object }
      }
    }

    func closeCode() async throws -> Int {
      while true {
        let (opcode, payload) = try await frame()
        if opcode == 8, payload.count >= 2 { return Int(payload[0]) << 8 | Int(payload[1]) }
      }
    }

    func close() { try? socket.close() }

    private func frame() async throws -> (UInt8, [UInt8]) {
      while true {
        if bytes.count >= 2 {
          let short = Int(bytes[1] & 0x7F)
          let start = short == 126 ? 4 : 2
          if bytes.count >= start {
            let length = short == 126 ? Int(bytes[2]) << 8 | Int(bytes[3]) : short
            if bytes.count >= start + length {
              let result = (bytes[0] & 0x0F, Array(bytes[start..<start + length]))
              bytes.removeFirst(start + length)
              return result
            }
          }
        }
        bytes += try await socket.read(atMost: 4_096)
      }
    }
  }
#endif
