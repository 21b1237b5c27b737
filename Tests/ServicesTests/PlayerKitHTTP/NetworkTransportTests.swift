import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The network transport", .tags(.local), .timeLimit(.minutes(3)))
struct NetworkTransportTests {
  @Test("A request arrives as it was written, and so does the answer")
  func plain() async throws {
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      try visit.reply("203 Fine", fields: ["X-Odd: a, b"], "{\"a\":1}")
    } _: { server in
      let path = "/v1/a%2Fb?term=x%2By&ids%5Bsongs%5D=1,2"
      let fields: HTTPFields = [.authorization: "Bearer t", .acceptLanguage: "de"]
      let call = server.call(path, method: .post, fields: fields, body: "hello")
      let reply = try await NetworkTransport().send(call)
      #expect(reply.response.status.code == 203)
      #expect(reply.response.headerFields[.named("X-Odd")] == "a, b")
      #expect(reply.body == Data("{\"a\":1}".utf8))
      let visit = try #require(seen.elements.first)
      #expect(visit.target == path)
      #expect(visit.method == "POST")
      #expect(visit.field("authorization") == "Bearer t")
      #expect(visit.field("accept-language") == "de")
      #expect(visit.body == Data("hello".utf8))
    }
  }

  @Test("An error status is an answer", arguments: ["401 Unauthorized", "403 No", "504 Late"])
  func statuses(status: String) async throws {
    try await LoopbackServer.serving { visit in
      try visit.reply(status, fields: ["WWW-Authenticate: Basic realm=\"a\""], "")
    } _: { server in
      let reply = try await NetworkTransport().send(server.call())
      #expect("\(reply.response.status.code)" == status.prefix(3))
      #expect(reply.body.isEmpty)
    }
  }

  @Test("gzip is requested and decompressed")
  func gzip() async throws {
    let packed =
      "H4sIAAAAAAACA6tWSkksSVSyUiooSi0uTk1RGKy0Ui0AvtuE1qsAAAA="
    let body = try #require(Data(base64Encoded: packed))
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      try visit.write(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(body.count)\r\n\r\n"
      )
      try visit.write(body)
    } _: { server in
      let reply = try await NetworkTransport().send(server.call())
      let text = String(repeating: "pressed ", count: 20)
      #expect(String(decoding: reply.body, as: UTF8.self) == "{\"data\":\"\(text)\"}")
      #expect(seen.elements.first?.field("accept-encoding")?.contains("gzip") == true)
      // The limit applies to the decompressed size, not to the received size.
      var call = server.call()
      call.maximumReplySize = 100
      let small = call
      let error = await catalogError { try await NetworkTransport().send(small) }
      #expect(error?.code == .replyTooLarge)
    }
  }

  @Test("HEAD and 204 have no body, and are complete")
  func noBody() async throws {
    try await LoopbackServer.serving { visit in
      let status = visit.method == "HEAD" ? "200 OK" : "204 None"
      try visit.write("HTTP/1.1 \(status)\r\nContent-Length: 17\r\n\r\n")
    } _: { server in
      let transport = NetworkTransport()
      let head = try await transport.send(server.call(method: .head))
      #expect(head.response.status == .ok)
      let none = try await transport.send(server.call())
      #expect(none.response.status == .noContent)
    }
  }

  @Test("Concurrent calls each get their own answer")
  func atOnce() async throws {
    try await LoopbackServer.serving {
      try $0.reply("200 OK", $0.target)
    } _: { server in
      let transport = NetworkTransport()
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for index in 0..<60 {
          group.addTask {
            let reply = try await transport.send(server.call("/\(index)"))
            return reply.body == Data("/\(index)".utf8)
          }
        }
        for try await isOwn in group { #expect(isOwn) }
      }
    }
  }

  @Test("No cookie is kept")
  func cookies() async throws {
    let seen = Recorded<LoopbackServer.Request>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.request)
      try visit.reply(fields: ["Set-Cookie: a=secret; Path=/"])
    } _: { server in
      let transport = NetworkTransport()
      _ = try await transport.send(server.call())
      _ = try await transport.send(server.call())
      #expect(seen.elements.count == 2)
      #expect(seen.elements.allSatisfy { $0.field("cookie") == nil })
    }
  }

  @Test("Its connections end with it")
  func life() async throws {
    let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
    try await LoopbackServer.serving { visit in
      try visit.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")
      visit.waitForHangUp()
      continuation.yield()
    } _: { server in
      var transport: NetworkTransport? = NetworkTransport()
      _ = try await transport?.send(server.call())
      transport = nil
      for await _ in hangUps { break }
    }
  }

  @Test(
    "An address other than http(s) with a host is not requested",
    arguments: [
      ("ftp", "a.test", "/"), ("file", "", "/etc/passwd"), ("https", "", "/"),
      ("https", "a.test", ""), ("https", "a.test", "@b.test/"), ("https", "u:p@a.test", "/"),
      ("https", "a.test/x", "/"), ("https", "a test", "/"), ("https", "a.test:x", "/"),
    ]
  )
  func addresses(scheme: String, authority: String, path: String) async {
    let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
    let error = await catalogError {
      try await NetworkTransport().send(HTTPTransportRequest(request))
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test(
    "A URL is requested as it is, without its fragment",
    arguments: ["https://xn--mller-kva.example/a", "http://a.test:81/a?b=c%20d", "http://[::1]/"]
  )
  func urls(text: String) throws {
    let call = try HTTPTransportRequest(#require(URL(string: text + "#fragment")))
    #expect(try call.request.checkedURL().absoluteString == text)
  }
}
