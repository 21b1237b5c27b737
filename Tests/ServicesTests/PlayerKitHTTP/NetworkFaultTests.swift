import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The network transport and faulty servers", .tags(.local), .timeLimit(.minutes(3)))
struct NetworkFaultTests {
  @Test(
    "A truncated answer is interrupted",
    arguments: [
      "Content-Length: 100\r\n\r\n0123456789",
      "Content-Length: 100\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
      "Transfer-Encoding: chunked\r\n\r\n50\r\n01234",
    ]
  )
  func cut(rest: String) async throws {
    try await LoopbackServer.serving { visit in
      try visit.write("HTTP/1.1 200 OK\r\n" + rest)
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .interrupted)
      #expect(error?.isRetryable == true)
    }
  }

  @Test("A connection that ends without an answer is interrupted", arguments: ["", "HTTP/1.1 200"])
  func noAnswer(text: String) async throws {
    try await LoopbackServer.serving { visit in
      try visit.write(text)
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .interrupted)
    }
  }

  @Test("The whole exchange has a time limit", arguments: ["", "stall", "drip"])
  func timeout(way: String) async throws {
    try await LoopbackServer.serving { visit in
      guard !way.isEmpty else { return visit.waitForHangUp() }
      try visit.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      guard way == "drip" else { return visit.waitForHangUp() }
      while true {
        try visit.write(".")
        // The fault: an answer that arrives very slowly, for 20 s.
        usleep(20_000)
      }
    } _: { server in
      let call = server.call(timeout: .milliseconds(300))
      let error = await catalogError { try await NetworkTransport().send(call) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("Redirects share one time limit")
  func timeoutOverRedirects() async throws {
    try await LoopbackServer.serving { visit in
      // The fault: each answer arrives within the limit, all of them together do not.
      usleep(100_000)
      try visit.reply("302 Found", fields: ["Location: /again"])
    } _: { server in
      let call = server.call(timeout: .milliseconds(300))
      let transport = NetworkTransport(maximumRedirects: 1000)
      let error = await catalogError { try await transport.send(call) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("An endless answer is cut off, not collected", arguments: [true, false])
  func tooLarge(isAnnounced: Bool) async throws {
    let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
    try await LoopbackServer.serving { visit in
      defer { continuation.yield() }
      // More than could be collected in the time of the call, so only closing the connection ends
      // it.
      let length = isAnnounced ? "Content-Length: 200000000000\r\n" : ""
      try visit.write("HTTP/1.1 200 OK\r\n\(length)\r\n")
      let block = Data(count: 100_000)
      while true { try visit.write(block) }
    } _: { server in
      var call = server.call()
      call.maximumReplySize = 1_000_000
      let bounded = call
      let error = await catalogError { try await NetworkTransport().send(bounded) }
      #expect(error?.code == .replyTooLarge)
      #expect(error?.isRetryable == false)
      for await _ in hangUps { break }
    }
  }

  @Test("An answer of exactly the maximum size is accepted")
  func justFits() async throws {
    try await LoopbackServer.serving {
      try $0.reply("200 OK", "0123456789")
    } _: { server in
      var call = server.call()
      call.maximumReplySize = 10
      let reply = try await NetworkTransport().send(call)
      #expect(reply.body.count == 10)
      call.maximumReplySize = 9
      let bounded = call
      let error = await catalogError { try await NetworkTransport().send(bounded) }
      #expect(error?.code == .replyTooLarge)
    }
  }

  @Test("A cancelled call ends soon, and closes its connection")
  func cancellation() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let (hangUps, hungUp) = AsyncStream.makeStream(of: Void.self)
    try await LoopbackServer.serving { visit in
      try visit.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123")
      arrived.yield()
      visit.waitForHangUp()
      hungUp.yield()
    } _: { server in
      let transport = NetworkTransport()
      let call = Task { try await transport.send(server.call()) }
      for await _ in arrivals { break }
      call.cancel()
      await #expect(throws: CancellationError.self) { try await call.value }
      for await _ in hangUps { break }
    }
  }

  @Test("A call that is cancelled before it begins sends nothing")
  func cancelledBefore() async throws {
    let seen = Recorded<String>()
    try await LoopbackServer.serving {
      seen.append($0.target)
    } _: { server in
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await NetworkTransport().send(server.call())
      }
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(seen.elements.isEmpty)
    }
  }

  @Test("A missing server is unreachable, and the error contains no secret")
  func unreachable() async throws {
    var port: UInt16 = 0
    try await LoopbackServer.serving { _ in
    } _: {
      port = $0.port
    }
    for authority in ["127.0.0.1:\(port)", "no-such-host.invalid"] {
      let request = HTTPRequest(
        method: .get,
        scheme: "http",
        authority: authority,
        path: "/?sig=hush",
        headerFields: [.authorization: "Bearer hush"]
      )
      let call = HTTPTransportRequest(request)
      let error = try #require(
        await catalogError { try await NetworkTransport().send(call) }
      )
      #expect(error.code == .unreachable)
      var text = "\(error) \(String(reflecting: error))"
      dump(error, to: &text)
      #expect(!text.contains("hush"))
    }
  }
}
