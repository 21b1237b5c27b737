import Foundation
import HTTPTypes
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("A libcurl request", .tags(.local))
struct CurlFetcherTests {
  private let fetcher = CurlFetcher()

  private func server(
    head: String,
    body: Data = Data("abc".utf8)
  ) throws -> LoopbackServer {
    try LoopbackServer { _ in LoopbackServer.Reply(body: body, head: Data(head.utf8)) }
  }

  @Test("receives head and body")
  func whole() async throws {
    let server = try LoopbackServer { _ in .init(headers: ["Via": "x"], body: Data("abc".utf8)) }
    let heard = try await fetcher.hear(server.url("/a/../b"))
    #expect(heard.head?.status == 200 && heard.head?.fields[.via] == "x")
    #expect(heard.body == Data("abc".utf8) && heard.isWhole)
    #expect(server.requests.map(\.target) == ["/a/../b"])
    #expect(server.requests.first?.headers["user-agent"] == "PlayerKit")
  }

  @Test(
    "accepts a station's head",
    arguments: [
      ("ICY 200 OK\r\nicy-name:Test FM\r\nicy-br:128\r\n\r\n", 200),
      ("ICY 400 Server Full\r\n\r\n", 400), ("HTTP/1.0 200\r\nicy-name:Test FM\r\n\r\n", 200),
      ("HTTP/1.1 200 OK\nicy-name:Test FM\n\n", 200),
      ("HTTP/1.1 200 OK\r\na b: c\r\nicy-name: Test FM\r\n\r\n", 200),
      ("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nicy-name: Test FM\r\n\r\n", 200),
    ]
  )
  func stations(head: String, status: Int) async throws {
    let server = try server(head: head)
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.heads.map(\.status) == [status])
    #expect(heard.body == Data("abc".utf8) && heard.isWhole)
    let name = HTTPField.Name("icy-name").flatMap { heard.head?.fields[$0] }
    #expect(status != 200 || name == "Test FM")
  }

  @Test("accepts Latin-1 bytes in a head")
  func latin1() async throws {
    let head = Data("ICY 200 OK\r\nVia: Caf".utf8) + [0xE9] + Data("\r\n\r\n".utf8)
    let server = try LoopbackServer { _ in .init(body: Data("abc".utf8), head: head) }
    #expect(try await fetcher.hear(server.url("/")).head?.fields[.via] == "Café")
  }

  @Test(
    "reports an invalid answer as malformed",
    arguments: ["hello\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 xyz\r\n\r\n"]
  )
  func malformed(head: String) async throws {
    let server = try server(head: head)
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.failure == .malformed && heard.heads.isEmpty)
  }

  @Test(
    "survives every length that a server may announce",
    arguments: [
      "9223372036854775807", "9223372036854775808", "99999999999999999999999", "-1", "abc", "1e9",
      "4611686018427387904",
    ]
  )
  func lengths(length: String) async throws {
    let server = try server(head: "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n")
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.ends.count == 1)
  }

  @Test("is cut if the body ends before its announced length")
  func cut() async throws {
    let server = try LoopbackServer { _ in .init(body: Data(count: 1000), cutAfter: 100) }
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.failure == .cut && heard.body.count == 100)
  }

  @Test("reports why no server was reached")
  func unreachable() async throws {
    let gone = try LoopbackServer { _ in .status(200) }
    gone.stop()
    #expect(try await fetcher.hear(gone.url("/")).failure == .noConnection)
    let name = try #require(URL(string: "http://name.invalid/"))
    #expect(try await fetcher.hear(name).failure == .unknownHost)
    let file = try #require(URL(string: "file:///etc/passwd"))
    #expect(try await fetcher.hear(file).failure == .unsupportedURL)
  }

  @Test("does not trust a self-signed certificate", .enabled(if: SelfSignedServer.openssl != nil))
  func untrusted() async throws {
    let server = try SelfSignedServer()
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    #expect(try await fetcher.hear(url).failure == .untrusted)
  }

  @Test("is cut, and not untrusted, if a handshake breaks off")
  func handshake() async throws {
    let server = try LoopbackServer(hangsUp: true) { _ in .status(200) }
    let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
    #expect(try await fetcher.hear(url).failure == .cut)
    #expect(server.connectionsTaken == 1)
  }

  @Test("inflates a compressed body that it did not ask for")
  func compressed() async throws {
    // "abcabc…", 1,000 bytes, by `gzip -n`.
    let packed = try #require(
      Data(base64Encoded: "H4sIAAAAAAACA0tMSk4cRaNoFA1vBAAfo3PM6AMAAA==")
    )
    let server = try LoopbackServer { request in
      #expect(request.headers["accept-encoding"] == "identity")
      return .init(headers: ["Content-Encoding": "gzip"], body: packed)
    }
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.isWhole)
    #expect(heard.body == Data((0..<1000).map { Array("abc".utf8)[$0 % 3] }))
  }

  @Test(
    "does not change a body with a meaningless encoding",
    arguments: ["utf-8", "aws-chunked", "identity", "none", "UTF-8, aws-chunked", ""],
    [true, false]
  )
  func nonsense(coding: String, isAskedLate: Bool) async throws {
    let server = try server(
      head: "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 3\r\n\r\n"
    )
    let fetcher = CurlFetcher(CurlSettings(isAskedLate: isAskedLate))
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.body == Data("abc".utf8) && heard.isWhole && heard.heads.count == 1)
  }

  @Test("refuses a body with another compression")
  func unknownCompression() async throws {
    let server = try server(head: "HTTP/1.1 200 OK\r\nContent-Encoding: utf-8, lz4\r\n\r\n")
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.body.isEmpty && heard.failure == .malformed)
  }

  @Test("looks up names in any script")
  func international() async throws {
    let server = try LoopbackServer { _ in .whole(Data("abc".utf8)) }
    let url = try #require(URL(string: "http://b%C3%BCcher.localhost:\(server.port)/%C3%BC?%C3%BC"))
    #expect(try await fetcher.hear(url).isWhole)
    #expect(server.requests.first?.headers["host"] == "xn--bcher-kva.localhost:\(server.port)")
    #expect(server.requests.first?.target == "/%C3%BC?%C3%BC")
  }

  @Test("checks the addresses of hosts that bypass a proxy")
  func excepted() async throws {
    let proxy = try LoopbackServer { _ in .whole(Data("proxy".utf8)) }
    let server = try LoopbackServer { _ in .whole(Data("abc".utf8)) }
    let fetcher = CurlFetcher(
      CurlSettings(proxy: proxy.url("").absoluteString, proxyExceptions: "nas.example,127.0.0.0/8")
    )
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.body == Data("abc".utf8) && heard.head?.reach == .publicAfterRedirect)
    let refused = try await fetcher.hear(server.url("/"), reach: .publicAlone)
    #expect(refused.failure == .outOfReach && server.requests.count == 1)
    // The host is not sent to the proxy, which could reach it by another way.
    let near = try #require(URL(string: "http://nas.example/"))
    #expect(try await fetcher.hear(near, reach: .publicAlone).body.isEmpty)
    #expect(proxy.requests.isEmpty)
    let far = try #require(URL(string: "http://music.example/"))
    #expect(
      try await fetcher.hear(far, reach: .publicAlone).body == Data("proxy".utf8)
    )
  }

  @Test(
    "sends a body, its length, and its type unchanged",
    arguments: [HTTPRequest.Method.post, .put]
  )
  func bodies(method: HTTPRequest.Method) async throws {
    let server = try LoopbackServer { _ in .status(204) }
    let typed = HTTPTransportRequest(
      to: server.url("/"),
      method: method,
      fields: [.contentType: "a/b"],
      body: Data([1, 0, 2])
    )
    #expect(try await fetcher.hear(typed).head?.status == 204)
    let empty = HTTPTransportRequest(to: server.url("/"), method: method)
    #expect(try await fetcher.hear(empty).head?.status == 204)
    let requests = server.requests
    #expect(requests.map(\.method) == [method.rawValue, method.rawValue])
    #expect(requests.map(\.body) == [Data([1, 0, 2]), Data()])
    #expect(requests.map { $0.headers["content-type"] } == ["a/b", nil])
    #expect(requests.map { $0.headers["content-length"] } == ["3", "0"])
  }

  @Test("follows redirects, without secrets to another origin")
  func followsRedirects() async throws {
    let other = try LoopbackServer { _ in .whole(Data("there".utf8)) }
    let place = other.url("/b").absoluteString
    let server = try LoopbackServer { _ in .status(302, ["Location": place]) }
    let request = HTTPTransportRequest(
      to: server.url("/a"),
      fields: [.authorization: "x", .range: "bytes=0-"]
    )
    let heard = try await fetcher.hear(request)
    #expect(heard.body == Data("there".utf8) && heard.heads.count == 1)
    #expect(heard.timesRedirected == 1)
    #expect(heard.head?.url == other.url("/b"))
    #expect(other.requests.first?.headers["authorization"] == nil)
    #expect(other.requests.first?.headers["range"] == "bytes=0-")
  }

  @Test("keeps the cookies of a redirect to its own origin, and drops them for others")
  func cookies() async throws {
    let other = try LoopbackServer { _ in .whole(Data("there".utf8)) }
    let away = other.url("/away").absoluteString
    let server = try LoopbackServer { request in
      switch request.target {
      case "/a": .status(302, ["Location": "/b", "Set-Cookie": "k=v=1; path=/; HttpOnly"])
      case "/b": .status(302, ["Location": away, "Set-Cookie": "l=2"])
      default: .whole(Data("here".utf8))
      }
    }
    let jar = CookieJar()
    let first = try await fetcher.hear(server.url("/a"), fields: [.cookie: "own=1"], cookies: jar)
    #expect(first.body == Data("there".utf8))
    let sent = server.requests.map { $0.headers["cookie"] }
    #expect(sent == ["own=1", "own=1; k=v=1"])
    #expect(other.requests.first?.headers["cookie"] == nil)
    _ = try await fetcher.hear(server.url("/c"), cookies: jar)
    #expect(server.requests.last?.headers["cookie"] == "k=v=1; l=2")
  }

  @Test("follows at most ten redirects")
  func circle() async throws {
    let server = try LoopbackServer { _ in .status(302, ["Location": "/"]) }
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.failure == .tooManyRedirects && server.requests.count == 11)
    #expect(heard.timesRedirected == 10)
  }

  @Test("connects to no address out of its reach, under any name")
  func outOfReach() async throws {
    let server = try LoopbackServer { _ in .status(200) }
    let name = try #require(URL(string: "http://localhost:\(server.port)/"))
    for url in [server.url("/"), name] {
      let heard = try await fetcher.hear(url, reach: .publicAlone)
      #expect(heard.failure == .outOfReach)
    }
    #expect(server.connectionsTaken == 0)
    #expect(try await fetcher.hear(name).head?.reach == .publicAfterRedirect)
  }

  @Test("uses no open connection out of its reach")
  func reused() async throws {
    let server = try LoopbackServer { _ in .init(body: Data("abc".utf8), staysOpen: true) }
    #expect(try await fetcher.hear(server.url("/a")).isWhole)
    #expect(try await fetcher.hear(server.url("/b")).isWhole)
    #expect(server.connectionsTaken == 1)
    let heard = try await fetcher.hear(server.url("/c"), reach: .publicAlone)
    #expect(heard.failure == .outOfReach && server.requests.count == 2)
  }

  @Test("does not take a proxy's answer for the server's")
  func proxy() async throws {
    let tunnel = Data("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
    let proxy = try LoopbackServer { _ in .init(head: tunnel) }
    let fetcher = CurlFetcher(proxy: proxy.url("").absoluteString)
    let url = try #require(URL(string: "https://music.example/"))
    let heard = try await fetcher.hear(url)
    #expect(heard.heads.isEmpty && heard.ends.count == 1 && !heard.isWhole)
    #expect(proxy.requests.map(\.method) == ["CONNECT"])
    let near = try #require(URL(string: "https://10%2E0.0.1/"))
    let refused = try await fetcher.hear(near, reach: .publicAlone)
    #expect(refused.failure == .outOfReach && proxy.requests.count == 1)
  }

  @Test("follows a redirect at once, even if its body never ends")
  func endless() async throws {
    let server = try LoopbackServer { request in
      guard request.target == "/" else { return .whole(Data("there".utf8)) }
      return .init(status: 302, headers: ["Location": "/b"], hasNoLength: true, stallAfter: 0)
    }
    let heard = try await fetcher.hear(server.url("/"))
    #expect(heard.body == Data("there".utf8))
  }

  @Test("does not send a length that the caller sets")
  func length() async throws {
    let server = try LoopbackServer { _ in .whole(Data("abc".utf8)) }
    let fields: HTTPFields = [.contentLength: "5", .transferEncoding: "chunked"]
    let heard = try await fetcher.hear(server.url("/"), fields: fields)
    #expect(heard.isWhole)
    let request = server.requests.first
    #expect(request?.headers["content-length"] == nil)
    #expect(request?.headers["transfer-encoding"] == nil)
  }

  @Test("slows down a server that sends more than the reader takes")
  func window() async throws {
    let body = Data((0..<8 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8) })
    let server = try LoopbackServer { _ in .whole(body) }
    let events = Recorded<HTTPEvent>()
    let held = Locked(0)
    let request = HTTPTransportRequest(to: server.url("/"), window: 256 << 10)
    let task = fetcher.fetch(request) { event in
      if case .data(let data) = event { held.withLock { $0 += data.count } }
      events.append(event)
    }
    try await events.wait(for: "a window") { Heard($0).body.count >= 256 << 10 }
    // The sockets buffer some, too. Then the server is blocked.
    try await Self.settled { server.bytesSent }
    #expect(held.withLock { $0 } <= 256 << 10 + 64 << 10)
    #expect(server.bytesSent < 7 << 20)
    let taken = Locked(0)
    let all = try await events.wait(for: "the rest") { events in
      let heard = Heard(events)
      task?.acknowledge(heard.body.count - taken.withLock { $0 })
      taken.withLock { $0 = heard.body.count }
      return !heard.ends.isEmpty
    }
    let heard = Heard(all)
    #expect(heard.body == body && heard.isWhole)
  }

  /// Waits until a number stays the same for a while.
  private static func settled(_ number: () -> Int) async throws {
    var (last, count) = (-1, 0)
    try await eventually("it is blocked") {
      count = number() == last ? count + 1 : 0
      last = number()
      return count > 200
    }
  }

  @Test("reports nothing after it is cancelled")
  func cancelled() async throws {
    let server = try LoopbackServer { _ in .init(body: Data(count: 1000), stallAfter: 10) }
    let events = Recorded<HTTPEvent>()
    let task = fetcher.fetch(HTTPTransportRequest(to: server.url("/"))) { events.append($0) }
    try await events.wait(for: "some") { Heard($0).body.count == 10 }
    task?.cancel()
    task?.cancel()
    try await eventually("the connection is closed") { server.openConnections == 0 }
    #expect(Heard(events.elements).ends.isEmpty)
  }

  @Test("ends with its fetcher, and none begins after that")
  func closed() async throws {
    let server = try LoopbackServer { _ in .init(isSilent: true) }
    let events = Recorded<HTTPEvent>()
    let task = fetcher.fetch(HTTPTransportRequest(to: server.url("/"))) { events.append($0) }
    try await eventually("it is sent") { !server.requests.isEmpty }
    fetcher.close()
    let heard = Heard(try await events.wait(for: "the end") { Heard($0).ends.count == 1 })
    #expect(heard.failure == .closed)
    #expect(fetcher.fetch(HTTPTransportRequest(to: server.url("/"))) { _ in } == nil)
    task?.cancel()
    fetcher.close()
  }

  @Test("may be cancelled at any moment of a redirect")
  func stress() async throws {
    let server = try LoopbackServer { _ in .status(302, ["Location": "/"]) }
    await withTaskGroup { group in
      for index in 0..<100 {
        group.addTask {
          let fetcher = CurlFetcher()
          var request = HTTPTransportRequest(to: server.url("/"))
          request.maximumRedirects = 1000
          let task = fetcher.fetch(request) { _ in }
          try? await Task.sleep(for: .microseconds(index * 100))
          if index.isMultiple(of: 2) { task?.cancel() }
          fetcher.close()
        }
      }
    }
    #expect(try await fetcher.hear(server.url("/")).failure == .tooManyRedirects)
  }
}
