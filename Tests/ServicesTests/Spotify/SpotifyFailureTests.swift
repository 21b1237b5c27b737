import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Spotify's refusals", .tags(.pure))
struct SpotifyFailureTests {
  private func failure(_ replies: [HTTPTransportResponse]) async -> (CatalogError?, SpotifyBench) {
    let bench = SpotifyBench(script: replies)
    let error = await #expect(throws: CatalogError.self) { try await bench.client.track("1") }
    return (error, bench)
  }

  @Test("A refused token is renewed once, and the request repeated once")
  func renewal() async throws {
    let bench = SpotifyBench(
      tokens: TurningSpotifyTokens(["one", "two"]),
      script: [.refusal(401, "The access token expired"), .text(HTTPTransportResponse.track("1"))]
    )
    #expect(try await bench.client.track("1").id == "1")
    #expect(bench.field(.authorization) == ["Bearer one", "Bearer two"])
    #expect(bench.tokens.refusals == 1)
  }

  @Test("A token that is refused again, or has no successor, is an error")
  func refusedAgain() async throws {
    let bench = SpotifyBench(tokens: TurningSpotifyTokens(["one", "two", "three"])) { _ in
      .refusal(401, "Invalid access token")
    }
    let error = await #expect(throws: CatalogError.self) { try await bench.client.track("1") }
    #expect(error?.code == .unauthorized)
    #expect(bench.asked.count == 2)
    let (last, alone) = await failure([.refusal(401), .refusal(401)])
    #expect(last?.code == .unauthorized)
    #expect(alone.asked.count == 1)
  }

  @Test("No error and no token's description contains a secret")
  func secrets() async throws {
    let token = OAuthAccessToken("top-secret")
    let bench = SpotifyBench(tokens: TurningSpotifyTokens(["top-secret"])) { _ in .refusal(403) }
    let error = await #expect(throws: CatalogError.self) { try await bench.client.track("1") }
    var text = "\(token) \(String(reflecting: token)) \(String(describing: error))"
    dump(token, to: &text)
    dump(error, to: &text)
    #expect(!text.contains("top-secret"))
  }

  @Test("Bodies that are text, HTML or empty leave the status")
  func otherBodies() async throws {
    for body in ["", "upstream connect error", "<html></html>", "[]", "null", #"{"error":7}"#] {
      let (error, _) = await failure([.text(body, status: .badGateway)])
      #expect(error?.code == .serverError)
      #expect(error?.httpStatus == 502)
      #expect(error?.service == .spotify)
    }
    let (error, _) = await failure([.text("<html>")])
    #expect(error?.code == .malformedReply)
  }

  @Test("Each status has its code, and the reason is kept, known or not")
  func codes() async throws {
    let cases: [(Int, CatalogError.Code)] = [
      (400, .badRequest), (403, .forbidden), (404, .notFound), (408, .timedOut),
      (429, .rateLimited), (500, .serverError), (503, .serverError),
    ]
    for (status, code) in cases {
      let (error, _) = await failure([.refusal(status, "m", reason: "NEW_REASON")])
      #expect(error?.code == code)
      #expect(error?.spotifyReason?.rawValue == "NEW_REASON")
      #expect(error?.message.contains("NEW_REASON") == true)
      #expect(error?.details.first?.text == "m")
    }
  }

  @Test("An invalid request is not sent")
  func checks() async throws {
    let bench = SpotifyBench(script: [])
    let client = bench.client
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.track("") }, { _ = try await client.track("../me") },
      { _ = try await client.tracks(["a,b", "c"]) },
      { _ = try await client.search("  ", for: [.track]) },
      { _ = try await client.search("x", for: []) },
      { _ = try await client.search("x", for: [.track], limit: 51) },
      { _ = try await client.search("x", for: [.track], limit: 50, offset: 951) },
      { _ = try await client.tracks(ofAlbum: "A", offset: -1) },
      { _ = try await client.in(market: "Mars").track("1") },
      { _ = try await client.recommendations() },
      { _ = try await client.recommendations(genres: ["1", "2", "3", "4", "5", "6"]) },
      { try await client.save(["spotify:track"]) },
      { try await client.seek(to: .seconds(-1)) },
      { try await client.seek(to: .seconds(Int64.max)) }, { try await client.setVolume(101) },
      { try await client.play([]) }, { try await client.transfer(toDevice: "") },
      { try await client.addItems([], toPlaylist: "P") },
      { _ = try await client.createPlaylist(named: " ") },
      { _ = try await client.recentlyPlayed(limit: 0) },
      { _ = try await client.playlists(ofUser: "..") },
    ]
    for (index, call) in calls.enumerated() {
      let error = await #expect(throws: CatalogError.self, "\(index)") { try await call() }
      #expect(error?.code == .invalidArgument, "\(index)")
    }
    #expect(bench.asked == [])
  }
}

@Suite("Spotify's rate limits", .tags(.local))
struct SpotifyRateTests {
  private func client(_ answers: [HTTPTransportResponse], _ clock: ManualClock) -> (
    StubTransport, SpotifyClient
  ) {
    let stub = StubTransport(answers: answers.map { .success($0) })
    let transport = ServiceTransport(stub, policy: .spotify, clock: clock, random: { 0.5 })
    let client = SpotifyClient(
      tokens: TurningSpotifyTokens(),
      configuration: .init(transport: transport, clock: clock)
    )
    return (stub, client)
  }

  private func throttled(_ seconds: Int) -> HTTPTransportResponse {
    var reply = HTTPTransportResponse.refusal(429, "API rate limit exceeded")
    reply.response.headerFields[.retryAfter] = String(seconds)
    return reply
  }

  @Test("A wait of a day fails at once, and states the delay")
  func longWait() async throws {
    let (stub, client) = client([throttled(86_400)], ManualClock())
    // First the service's delay, then the limit of the pause that the client keeps by itself.
    for wait in [Duration.seconds(86_400), ServicePolicy.spotify.limit.longestRequestedPause] {
      let error = await #expect(throws: CatalogError.self) { try await client.track("1") }
      #expect(error?.code == .rateLimited)
      #expect(error?.retryAfter == wait)
      #expect(error?.service == .spotify)
    }
    #expect(stub.calls.count == 1)
  }

  @Test("A short wait is waited for")
  func shortWait() async throws {
    let clock = ManualClock()
    let (stub, client) = client([throttled(3), .text(HTTPTransportResponse.track("1"))], clock)
    let track = Task { try await client.track("1") }
    try await eventually("the second call") {
      clock.advance(by: .milliseconds(100))
      return stub.calls.count == 2
    }
    #expect(try await track.value.id == "1")
    #expect(clock.uptime >= .seconds(3))
  }

  @Test("An exhausted quota is not requested again soon")
  func quota() async throws {
    let clock = ManualClock()
    let answers: [HTTPTransportResponse] = [
      .refusal(429, "Too many requests", reason: "QUOTA_EXCEEDED"),
      .text(HTTPTransportResponse.track("1")),
    ]
    let (stub, client) = client(answers, clock)
    let error = await #expect(throws: CatalogError.self) { try await client.track("1") }
    #expect(error?.code == .rateLimited)
    #expect(error?.isRetryable == false)
    #expect(error?.spotifyReason == .quotaExceeded)
    let second = await #expect(throws: CatalogError.self) { try await client.track("2") }
    #expect(second?.code == .rateLimited)
    #expect(stub.calls.count == 1)
    clock.advance(by: .seconds(61))
    #expect(try await client.track("1").id == "1")
  }

  @Test("Without that transport the client itself reports a quota")
  func bareQuota() async throws {
    let bench = SpotifyBench(script: [.refusal(429, "m", reason: "QUOTA_EXCEEDED")])
    let error = await #expect(throws: CatalogError.self) { try await bench.client.track("1") }
    #expect(error?.code == .rateLimited)
    #expect(error?.isRetryable == false)
  }

  @Test("Catalog answers are cached, except those that calls may change")
  func cache() async throws {
    let clock = ManualClock()
    // One answer for all calls. Members that a call does not request must not affect it.
    let (stub, client) = client([.text(#"{"id":"1","devices":[],"items":[]}"#)], clock)
    for _ in 0..<2 {
      _ = try await client.track("1")
      _ = try await client.me()
      _ = try await client.devices()
      _ = try await client.items(ofPlaylist: "P")
    }
    #expect(stub.calls.count == 7)
  }
}
