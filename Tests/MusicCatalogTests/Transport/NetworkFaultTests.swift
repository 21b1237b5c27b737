import CatalogTestSupport
import Foundation
import HTTPTypes
import Locking
import MusicCatalog
import Testing

@Suite("The network's transport and faulty servers", .timeLimit(.minutes(1)))
struct NetworkFaultTests {
  @Test(
    "An answer that is cut is interrupted",
    arguments: [
      "Content-Length: 100\r\n\r\n0123456789",
      "Content-Length: 100\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n5\r\n01234\r\n",
      "Transfer-Encoding: chunked\r\n\r\n50\r\n01234",
    ]
  )
  func cut(rest: String) async throws {
    try await RawServer.serving { visit in
      try await visit.write("HTTP/1.1 200 OK\r\n" + rest)
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .interrupted)
      #expect(error?.isRetryable == true)
    }
  }

  @Test("A connection that ends without an answer is interrupted", arguments: ["", "HTTP/1.1 200"])
  func noAnswer(text: String) async throws {
    try await RawServer.serving { visit in
      try await visit.write(text)
    } _: { server in
      let error = await catalogError { try await NetworkTransport().send(server.call()) }
      #expect(error?.code == .interrupted)
    }
  }

  @Test("The whole exchange is bounded in time", arguments: ["", "stall", "drip"])
  func timeout(way: String) async throws {
    try await RawServer.serving { visit in
      guard !way.isEmpty else { return await visit.waitForHangUp() }
      try await visit.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
      guard way == "drip" else { return await visit.waitForHangUp() }
      while true {
        try await visit.write(".")
        // The fault itself: an answer that goes on, ever so slowly.
        try await Task.sleep(for: .milliseconds(20))
      }
    } _: { server in
      let call = server.call(timeout: .milliseconds(300))
      let start = ContinuousClock.now
      let error = await catalogError { try await NetworkTransport().send(call) }
      #expect(error?.code == .timedOut)
      #expect(ContinuousClock.now - start < .seconds(10))
    }
  }

  @Test("Redirects share one bound of time")
  func timeoutOverRedirects() async throws {
    try await RawServer.serving { visit in
      // The fault itself: each answer comes well within the bound, all of them do not.
      try await Task.sleep(for: .milliseconds(100))
      try await visit.reply("302 Found", fields: ["Location: /again"])
    } _: { server in
      let call = server.call(timeout: .milliseconds(300))
      let transport = NetworkTransport(maximumRedirects: 1000)
      let error = await catalogError { try await transport.send(call) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("An answer without an end is cut, not collected", arguments: [true, false])
  func tooLarge(isAnnounced: Bool) async throws {
    let (hangUps, continuation) = AsyncStream.makeStream(of: Void.self)
    try await RawServer.serving { visit in
      defer { continuation.yield() }
      // More than could be collected in the time that the call has: only hanging up ends it.
      let length = isAnnounced ? "Content-Length: 200000000000\r\n" : ""
      try await visit.write("HTTP/1.1 200 OK\r\n\(length)\r\n")
      let block = Data(count: 100_000)
      while true { try await visit.write(block) }
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

  @Test("An answer of just the allowed size is taken")
  func justFits() async throws {
    try await RawServer.serving {
      try await $0.reply("200 OK", "0123456789")
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

  @Test("A cancelled call ends soon, and its connection with it")
  func cancellation() async throws {
    let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
    let (hangUps, hungUp) = AsyncStream.makeStream(of: Void.self)
    try await RawServer.serving { visit in
      try await visit.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n123")
      arrived.yield()
      await visit.waitForHangUp()
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
    let seen = Notes<String>()
    try await RawServer.serving {
      seen.add($0.target)
    } _: { server in
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await NetworkTransport().send(server.call())
      }
      await #expect(throws: CancellationError.self) { try await call.value }
      #expect(seen.all.isEmpty)
    }
  }

  @Test("A server that is not there is unreachable, and the error names no secret")
  func unreachable() async throws {
    var port: UInt16 = 0
    try await RawServer.serving { _ in
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
      let call = HTTPCall(request)
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
