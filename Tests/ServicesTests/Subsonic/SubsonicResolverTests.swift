import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("The audio of a Subsonic server", .tags(.local))
struct SubsonicResolverTests {
  private func transport(_ more: [String: HTTPTransportResponse] = [:]) -> StubTransport {
    StubTransport { call in
      if let reply = more[call.endpoint] { return reply }
      let id = call.values("id").first ?? ""
      return call.endpoint == "getSong" && id != "missing"
        ? SubsonicFixture.ok(#""song":\#(SubsonicFixture.song(id))"#) : SubsonicFixture.error(70)
    }
  }

  private func resolver(
    _ transport: StubTransport,
    _ delivery: SubsonicDelivery = .original,
    at address: String = "http://127.0.0.1:4533/music"
  ) throws -> SubsonicResolver {
    let client = try SubsonicFixture.client(transport, at: address)
    return SubsonicResolver(client: client, delivery: delivery)
  }

  private func url(_ source: MediaSource) throws -> URLComponents {
    guard case .remote(let url) = source.location else { throw PlayerError(.invalidItem, "") }
    return try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
  }

  private func value(_ name: String, _ url: URLComponents) -> String? {
    url.queryItems?.first { $0.name == name }?.value
  }

  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let transport = transport()
    try await check.run(
      on: MediaResolverFixture(
        resolver: try resolver(transport),
        track: SubsonicTrack(id: "7"),
        missing: SubsonicTrack(id: "missing"),
        foreign: URLTrack(path: "a.mp3"),
        lookups: { transport.calls.count { $0.endpoint == "getSong" } }
      )
    )
  }

  @Test("comes from each song's own server, if a queue has songs of several")
  func servers() async throws {
    let transports = ["home": transport(), "away": transport()]
    func resolver(_ id: String, _ address: String) throws -> SubsonicResolver {
      let url = try #require(URL(string: address))
      let client = SubsonicClient(
        server: try SubsonicServer(url, id: id),
        credentials: .password(user: "ann-17", password: SubsonicFixture.password),
        configuration: ClientConfiguration(transport: transports[id], clock: ManualClock())
      )
      return SubsonicResolver(client: client)
    }
    let both = SubsonicServersResolver([
      try resolver("home", "http://127.0.0.1:4533"), try resolver("away", "https://away.example"),
    ])
    for (server, host) in [("home", "127.0.0.1"), ("away", "away.example"), (nil, "127.0.0.1")] {
      let track = SubsonicTrack(id: "7", server: server)
      #expect(try url(await both.resolve(track)).host == host)
      #expect(try both.resolveNow(track) != nil)
    }
    let keys = ["home", "away"].map { both.cacheKey(of: SubsonicTrack(id: "7", server: $0)) }
    #expect(keys[0] != nil && keys[1] != nil && keys[0] != keys[1])
    let stranger = SubsonicTrack(id: "7", server: "elsewhere")
    let error = await #expect(throws: PlayerError.self) { try await both.resolve(stranger) }
    #expect(error?.code == .invalidItem)
  }

  @Test("has the loudness that the server states")
  func replayGain() async throws {
    let json = #"{"albumGain":-5,"fallbackGain":-7,"trackPeak":0.9,"baseGain":3}"#
    let stated = try JSONDecoder().decode(Subsonic.ReplayGain.self, from: Data(json.utf8))
    let track = SubsonicTrack(id: "7", replayGain: stated)
    let resolver = try resolver(transport())
    let source = try await resolver.resolve(track)
    let gain = ReplayGain(track: -7, album: -5, trackPeak: 0.9)
    #expect(source.replayGain == gain)
    #expect(try resolver.resolveNow(track)?.replayGain == gain)
    #expect(try await resolver.resolve(SubsonicTrack(id: "8")).replayGain == nil)
  }

  @Test("is the original file: by download if the user may, or else by a raw stream")
  func originals() async throws {
    let user = SubsonicFixture.ok(#""user":{"username":"ann-17","downloadRole":true}"#)
    let track = SubsonicTrack(id: "a/b", server: "home")
    let download = try url(try await resolver(transport(["getUser": user])).resolve(track))
    #expect(download.path == "/music/rest/download.view")
    #expect(value("id", download) == "a/b")
    for refusal in [SubsonicFixture.error(50), SubsonicFixture.error(0, status: .notFound)] {
      let raw = try url(try await resolver(transport(["getUser": refusal])).resolve(track))
      #expect(raw.path == "/music/rest/stream.view")
      #expect(value("format", raw) == "raw")
      #expect(value("estimateContentLength", raw) == nil)
      let salt = try #require(value("s", raw))
      #expect(value("t", raw) == MD5.hex(SubsonicFixture.password + salt))
    }
  }

  @Test("is signed in the way that the server accepts")
  func oldWay() async throws {
    let transport = StubTransport { call in
      guard !call.values("p").isEmpty else { return SubsonicFixture.error(10) }
      return SubsonicFixture.ok(#""song":\#(SubsonicFixture.song("7"))"#)
    }
    let found = try url(try await resolver(transport).resolve(SubsonicTrack(id: "7")))
    #expect(value("p", found)?.hasPrefix("enc:") == true)
    #expect(value("t", found) == nil)
  }

  @Test("is transcoded if that is requested or needed, and then not cached")
  func transcodes() async throws {
    let track = SubsonicTrack(id: "7", server: "home")
    // The song has 900 kbit/s and is a FLAC.
    let cases: [(SubsonicDelivery, [String: String]?)] = [
      (.original, nil), (SubsonicDelivery(maximumBitRate: 900), nil),
      (SubsonicDelivery(format: "flac"), nil), (SubsonicDelivery(unplayable: ["ape"]), nil),
      (SubsonicDelivery(maximumBitRate: 128), ["maxBitRate": "128"]),
      (
        SubsonicDelivery(maximumBitRate: 128, format: "opus"),
        ["maxBitRate": "128", "format": "opus"]
      ),
      (SubsonicDelivery(format: "opus"), ["format": "opus"]),
      (SubsonicDelivery(format: "mp3", unplayable: ["flac"]), ["format": "mp3"]),
    ]
    for (delivery, parameters) in cases {
      let resolver = try resolver(transport(), delivery)
      let source = try await resolver.resolve(track)
      let found = try url(source)
      #expect(source.allowsCaching == (parameters == nil))
      #expect(source.allowsInspection == (parameters == nil))
      if let parameters {
        for (name, text) in parameters { #expect(value(name, found) == text) }
        #expect(source.cacheKey == nil)
      } else {
        #expect(value("format", found) == "raw")
        #expect(value("maxBitRate", found) == nil)
      }
      #expect(source.cacheKey == resolver.cacheKey(of: track))
    }
    let key = try resolver(transport()).cacheKey(of: track)
    #expect(key == "subsonic:home:7")
  }

  @Test("is transcoded from a later second if the server can do that")
  func timeOffsets() async throws {
    func offsets(_ versions: String, _ delivery: SubsonicDelivery) async throws
      -> MediaSource.TimeOffsets?
    {
      let named = #"{"name":"transcodeOffset","versions":[\#(versions)]}"#
      let known = SubsonicFixture.ok(#""openSubsonicExtensions":[\#(named)]"#)
      let resolver = try resolver(transport(["getOpenSubsonicExtensions": known]), delivery)
      let metadata = TrackMetadata(title: "x", duration: .seconds(213))
      return try await resolver.resolve(SubsonicTrack(id: "7", metadata: metadata)).timeOffsets
    }
    let found = try #require(try await offsets("1", SubsonicDelivery(format: "opus")))
    #expect(found.duration == .seconds(213))
    let address = try #require(URLComponents(string: found.address(30).absoluteString))
    #expect(value("timeOffset", address) == "30")
    #expect(value("format", address) == "opus" && value("id", address) == "7")
    #expect(try await offsets("2", SubsonicDelivery(format: "opus")) == nil)
    // Originals are sought by bytes.
    #expect(try await offsets("1", .original) == nil)
  }

  @Test("is not requested from another server")
  func otherServer() async throws {
    let transport = transport()
    let error = await #expect(throws: PlayerError.self) {
      try await resolver(transport).resolve(SubsonicTrack(id: "7", server: "elsewhere"))
    }
    #expect(error?.code == .invalidItem)
    #expect(transport.calls.isEmpty)
  }

  @Test("reports an error that a server sends instead of a song, and accepts media")
  func errorInPlaceOfMedia() async throws {
    let source = try await resolver(transport()).resolve(SubsonicTrack(id: "7"))
    let refusal = try #require(source.refusal)
    for (body, code) in [
      (
        #"{"subsonic-response":{"status":"failed","error":{"code":40}}}"#,
        PlayerError.Code.unauthorized
      ),
      (#"{"subsonic-response":{"status":"failed","error":{"code":70}}}"#, .notFound),
      (
        #"<?xml version="1.0"?><subsonic-response status="failed"><error code="50" message="no"/>"#,
        .forbidden
      ),
    ] {
      #expect(refusal(Array(body.utf8))?.code == code)
    }
    for body in ["", "fLaC", "{}", "<html>", #"{"subsonic-response":{"status":"ok"}}"#] {
      #expect(refusal(Array(body.utf8)) == nil)
    }
  }

  @Test("fails with its own error if the server sends that with the status 200")
  func typedErrors() async throws {
    let codes: [(Int, PlayerError.Code)] = [
      (40, .unauthorized), (50, .forbidden), (70, .notFound), (0, .serverError),
    ]
    for (number, code) in codes {
      let refusing = transport(["getSong": SubsonicFixture.error(number)])
      let error = await #expect(throws: PlayerError.self) {
        try await resolver(refusing).resolve(SubsonicTrack(id: "7"))
      }
      #expect(error?.code == code)
    }
  }

  @Test("has secrets that no description, store or error contains")
  func secrets() async throws {
    let track = SubsonicTrack(id: "7", server: "home", metadata: TrackMetadata(title: "T"))
    let resolver = try resolver(transport())
    let source = try await resolver.resolve(track)
    let found = try url(source)
    var registry = TrackRegistry()
    registry.add(SubsonicTrack.self)
    let stored = try registry.encode(track)
    var text =
      "\(source) \(track) \(resolver) \(stored)" + String(decoding: stored.data, as: UTF8.self)
    dump(source, to: &text)
    dump(track, to: &text)
    text += resolver.cacheKey(of: track) ?? ""
    for name in ["t", "s"] { #expect(!text.contains(try #require(value(name, found)))) }
    #expect(!text.contains(SubsonicFixture.password))
  }
}
