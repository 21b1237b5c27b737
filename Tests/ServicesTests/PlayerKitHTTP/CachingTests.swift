import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The cache of answers", .tags(.pure), .timeLimit(.minutes(3)))
struct CachingTests {
  private let clock = ManualClock()

  private func caching(
    _ base: some HTTPTransport,
    _ policy: CachePolicy = CachePolicy(timeToLive: .seconds(60))
  ) -> CachingTransport {
    CachingTransport(base, policy: policy, clock: clock)
  }

  /// How many of two equal calls reach the service.
  private func requests(
    _ reply: HTTPTransportResponse,
    _ call: HTTPTransportRequest = .get(),
    _ policy: CachePolicy = CachePolicy(timeToLive: .seconds(60))
  ) async throws -> Int {
    let stub = StubTransport { _ in reply }
    let transport = caching(stub, policy)
    for _ in 0..<2 { #expect(try await transport.send(call) == reply) }
    return stub.calls.count
  }

  @Test("An answer is cached for its lifetime")
  func time() async throws {
    let stub = StubTransport { _ in .status(200) }
    let transport = caching(stub)
    _ = try await transport.send(.get())
    clock.advance(by: .milliseconds(59_900))
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 1)
    clock.advance(by: .milliseconds(100))
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 2)
    transport.removeAll()
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 3)
  }

  @Test(
    "The service's cache control is respected",
    arguments: [
      ("max-age=30", 30), ("public, MAX-AGE = \"30\"", 30), ("max-age=999999999", 3600),
      ("private", 60), ("max-age=x", 60),
    ]
  )
  func maximumAge(field: String, seconds: Int) async throws {
    let stub = StubTransport { _ in .status(200, fields: [.cacheControl: field]) }
    let policy = CachePolicy(timeToLive: .seconds(60), longestTimeToLive: .seconds(3600))
    let transport = caching(stub, policy)
    _ = try await transport.send(.get())
    clock.advance(by: .milliseconds(1000 * seconds - 100))
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 1)
    clock.advance(by: .milliseconds(100))
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 2)
  }

  @Test("The age of an answer counts")
  func age() async throws {
    let old: HTTPFields = [.cacheControl: "max-age=30", .age: "30"]
    #expect(try await requests(.status(200, fields: old)) == 2)
    let absurd: HTTPFields = [.cacheControl: "max-age=\(Int.min)", .age: "\(Int.max)"]
    #expect(try await requests(.status(200, fields: absurd)) == 2)
  }

  @Test(
    "Some answers are not cached",
    arguments: [
      HTTPTransportResponse.status(404), .status(429), .status(500), .status(403, ""),
      .status(204, ""),
      .status(206), .status(200, "<html>"), .status(200, ""),
      .status(200, fields: [.cacheControl: "no-store"]),
      .status(200, fields: [.cacheControl: "max-age=60, no-cache"]),
      .status(200, fields: [.cacheControl: "max-age=0"]),
      .status(200, fields: [.setCookie: "a=b"]), .status(200, fields: [.vary: "*"]),
    ]
  )
  func notKept(reply: HTTPTransportResponse) async throws {
    #expect(try await requests(reply) == 2)
  }

  @Test(
    "Some calls are not answered from the cache",
    arguments: [
      HTTPTransportRequest.get(method: .post), .get(method: .head),
      .get(fields: [.named("music-user-token"): "x"]), .get(fields: [.cookie: "a=b"]),
      .get(fields: [.cacheControl: "no-cache"]), .get(fields: [.cacheControl: "no-store"]),
    ]
  )
  func notAsked(call: HTTPTransportRequest) async throws {
    var policy = CachePolicy(timeToLive: .seconds(60))
    policy.userFields.insert(.named("music-user-token"))
    #expect(try await requests(.status(200), call, policy) == 2)
    #expect(try await requests(.status(200), .get(), policy) == 1)
  }

  @Test("An error is not cached")
  func errors() async throws {
    let stub = StubTransport(answers: [
      .failure(CatalogError(.rateLimited, "no")), .success(.status(200)),
    ])
    let transport = caching(stub)
    let error = await catalogError { try await transport.send(.get()) }
    #expect(error?.code == .rateLimited)
    #expect(try await transport.send(.get()).response.status == .ok)
  }

  @Test("The answer for one credential is not returned for another")
  func credentials() async throws {
    let stub = StubTransport { call in
      .status(200, "[\"\(call.request.headerFields[.authorization] ?? "")\"]")
    }
    let transport = caching(stub)
    for token in ["a", "b", "a"] {
      let reply = try await transport.send(.get(fields: [.authorization: token]))
      #expect(reply.body == Data("[\"\(token)\"]".utf8))
    }
    #expect(stub.calls.count == 2)
  }

  @Test("No credential can be printed from it")
  func printing() async throws {
    let transport = caching(StubTransport { _ in .status(200) })
    let call = HTTPTransportRequest.get("/a?sig=hush", fields: [.authorization: "Bearer hush"])
    _ = try await transport.send(call)
    let key = ReplyCacheProbe.text(of: call)
    #expect(!key.contains("hush"))
  }

  @Test("A cached answer that is larger than a call allows is not returned")
  func size() async throws {
    let stub = StubTransport { _ in .status(200, "{\"long\":1}") }
    let transport = caching(stub)
    _ = try await transport.send(.get())
    var small = HTTPTransportRequest.get()
    small.maximumReplySize = 3
    _ = try await transport.send(small)
    #expect(stub.calls.count == 2)
  }
}
