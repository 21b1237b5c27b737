import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSoundCloud
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The audio of SoundCloud's tracks", .tags(.local), .timeLimit(.minutes(3)))
struct SoundCloudResolverTests {
  private func track(
    _ access: SoundCloud.Access,
    _ client: SoundCloudClient
  ) async throws -> SoundCloudTrack {
    let found = try await client.tracks("the", access: [access]).members.first
    return try #require(found.flatMap { SoundCloudTrack($0) })
  }

  private func url(_ source: MediaSource) throws -> URL {
    guard case .remote(let url) = source.location else { throw CocoaError(.featureUnsupported) }
    return url
  }

  /// The status of an address, as a loader would request it.
  private func status(_ source: MediaSource) async throws -> Int {
    var call = try HTTPTransportRequest(try url(source))
    for (name, value) in source.headers {
      call.request.headerFields[try #require(HTTPField.Name(name))] = value
    }
    return try await NetworkTransport().send(call).response.status.code
  }

  @Test("A playable track is complete, over HLS, and only the API gets the token")
  func playable() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let source = try await SoundCloudResolver(client: client).resolve(
        try await track(.playable, client)
      )
      #expect(try url(source).path.hasSuffix("/aac160/hls"))
      #expect(source.headers["Authorization"]?.hasPrefix("OAuth ") == true)
      #expect(!source.allowsCaching && source.cacheKey == nil)
      // Without the token the API refuses. The redirect target would refuse the token.
      #expect(try await status(source) == 200)
      var bare = source
      bare.headers = [:]
      #expect(try await status(bare) == 401)
      let led = bench.simulator.requests.filter { $0.service == "soundCloudMedia" }
      #expect(led.count == 1 && led.allSatisfy { $0.headers["authorization"] == nil })
    }
  }

  @Test("A track with preview access is its preview")
  func preview() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let track = try await track(.preview, client)
      let source = try await SoundCloudResolver(client: client).resolve(track)
      #expect(try url(source).path.hasSuffix("/preview/mp3"))
      #expect(try await status(source) == 200)
      #expect(track.access == .preview)
    }
  }

  @Test("A blocked track fails as forbidden, and uses no play")
  func blocked() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let track = try await track(.blocked, client)
      let error = await #expect(throws: PlayerError.self) {
        try await SoundCloudResolver(client: client).resolve(track)
      }
      #expect(error?.code == .forbidden && error?.isRetryable == false)
      #expect(bench.count("/streams") == 0)
      let gone = try SoundCloudTrack(urn: try SoundCloudStub.urn("soundcloud:tracks:1"))
      let missing = await #expect(throws: PlayerError.self) {
        try await SoundCloudResolver(client: client).resolve(gone)
      }
      #expect(missing?.code == .notFound)
    }
  }

  @Test("An address is remembered for four minutes, refused after five, and found again")
  func fiveMinutes() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let resolver = SoundCloudResolver(client: client)
      let track = try await track(.playable, client)
      let source = try await resolver.resolve(track)
      bench.advance(by: .seconds(230))
      #expect(try resolver.resolveNow(track) != nil)
      bench.advance(by: .seconds(20))
      #expect(try resolver.resolveNow(track) == nil)
      // The token expires, too, and the current track continues with the next one.
      bench.advance(by: .seconds(3_600))
      #expect(try await status(source) == 401)
      let renewed = try #require(try await source.renewal?())
      #expect(try await status(renewed) == 200)
      #expect(renewed.headers["Authorization"] != source.headers["Authorization"])
    }
  }

  @Test("The current track keeps its form, and never becomes a preview")
  func sameForm() async throws {
    let answers = Counter()
    let transport = StubTransport { call in
      guard call.request.path?.contains("/streams") == true else {
        return .text(SoundCloudStub.track(1))
      }
      let base = "https://api.soundcloud.com/tracks/1/streams"
      let preview = #""preview_mp3_128_url":"\#(base)/preview/mp3""#
      return switch answers.next() {
      case 1: .text(#"{"hls_mp3_128_url":"\#(base)/a/hls",\#(preview)}"#)
      case 2: .text(#"{"hls_aac_160_url":"\#(base)/b/hls","hls_mp3_128_url":"\#(base)/c/hls"}"#)
      default: .text("{\(preview)}")
      }
    }
    let resolver = SoundCloudResolver(client: SoundCloudStub.client(transport))
    let track = try SoundCloudTrack(urn: try SoundCloudStub.urn("soundcloud:tracks:1"))
    let source = try await resolver.resolve(track)
    #expect(try url(source).path.hasSuffix("/a/hls"))
    #expect(source.reach == .publicAlone)
    let next = try #require(try await source.renewal?())
    #expect(try url(next).path.hasSuffix("/c/hls"))
    resolver.forget(track, after: PlayerError(.forbidden, "refused"))
    let error = await #expect(throws: PlayerError.self) { try await source.renewal?() }
    #expect(error?.code == .notFound)
    #expect(try await url(resolver.resolve(track)).path.hasSuffix("/preview/mp3"))
  }

  @Test("An address elsewhere gets no token, and an invalid one is skipped")
  func elsewhere() async throws {
    let transport = StubTransport { call in
      guard call.request.path?.contains("/streams") == true else {
        return .text(SoundCloudStub.track(1))
      }
      return .text(
        #"{"hls_aac_160_url":"file:///etc/passwd","hls_aac_96_url":7,"hls_mp3_128_url":"#
          + #""https://cdn.example/a.m3u8?Policy=x","http_mp3_128_url":"https://a@b.example/"}"#
      )
    }
    let resolver = SoundCloudResolver(client: SoundCloudStub.client(transport))
    let track = try SoundCloudTrack(urn: try SoundCloudStub.urn("soundcloud:tracks:1"))
    let source = try await resolver.resolve(track)
    #expect(try url(source).host() == "cdn.example" && source.headers.isEmpty)
  }

  @Test("passes the contract of resolvers", arguments: MediaResolverContract.checks)
  func contract(check: MediaResolverContract.Check) async throws {
    let clock = ManualClock()
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      guard !path.contains("tracks%3A404") else { return .text("{}", status: .notFound) }
      guard path.contains("/streams") else { return .text(SoundCloudStub.track(1)) }
      return .text(#"{"hls_aac_160_url":"https://api.soundcloud.com/s/\#(clock.uptime)/hls"}"#)
    }
    let client = SoundCloudStub.client(transport, clock: clock)
    try await check.run(
      on: MediaResolverFixture(
        resolver: SoundCloudResolver(client: client),
        track: try SoundCloudTrack(urn: try SoundCloudStub.urn("soundcloud:tracks:1")),
        missing: try SoundCloudTrack(urn: try SoundCloudStub.urn("soundcloud:tracks:404")),
        foreign: URLTrack(path: "a.mp3"),
        headers: ["Authorization": "OAuth \(FixedSoundCloudToken.secret)"],
        lookups: { transport.calls.count { $0.request.path?.contains("/streams") == true } },
        expire: { clock.advance(by: .seconds(300)) }
      )
    )
  }

  @Test("No id, store, log or error contains a token or a signed address")
  func secrets() async throws {
    try await SoundCloudBench.with { bench in
      let client = try bench.client()
      let resolver = SoundCloudResolver(client: client)
      let found = try await track(.playable, client)
      let track = try SoundCloudTrack(
        urn: found.urn,
        metadata: found.metadata,
        secretToken: "s-shared"
      )
      let source = try await resolver.resolve(track)
      let token = try #require(source.headers["Authorization"]?.dropFirst(6))
      var registry = TrackRegistry()
      registry.add(SoundCloudTrack.self)
      let stored = try registry.encode(track)
      let streams = try await client.streams(of: track.urn)
      bench.simulator.add(Fault(status: 500, path: "/tracks/", times: 9), to: .soundCloud)
      resolver.forget(track, after: PlayerError(.forbidden, "refused"))
      let error = await #expect(throws: PlayerError.self) {
        let urn = try SoundCloudStub.urn("soundcloud:tracks:210000003")
        _ = try await SoundCloudResolver(client: client).resolve(try SoundCloudTrack(urn: urn))
      }
      var texts = bench.log.elements + [String(decoding: stored.data, as: UTF8.self), track.id]
      for value: Any in [source, track, client, resolver, streams, try #require(error)] {
        texts.append(everythingShown(of: value))
      }
      for text in texts {
        #expect(!text.contains(token) && !text.contains("s-shared"))
        #expect(!text.contains("Policy="))
        #expect(!text.contains(bench.simulator.soundCloudClientSecret))
      }
      #expect(!bench.log.elements.isEmpty)
      let again = registry.decode(stored)
      #expect((again as? SoundCloudTrack)?.urn == track.urn)
    }
  }
}

@Suite("SoundCloud's metadata of tracks", .tags(.pure))
struct SoundCloudMetadataTests {
  private func metadata(_ text: String) throws -> TrackMetadata {
    TrackMetadata(try JSONDecoder().decode(SoundCloud.Track.self, from: Data(text.utf8)))
  }

  @Test("Uploader, SoundCloud and page can be shown, as its terms require")
  func attribution() throws {
    let more = #"""
      ,"permalink_url":"https://soundcloud.com/the-example-band/opening-night","genre":"Rock",
      "metadata_artist":"Somebody Else","isrc":"USXX12100001","release_year":2019,"release_month":8,
      "release_day":2,"artwork_url":"https://i1.sndcdn.com/artworks-1-large.jpg"
      """#
    let found = try metadata(SoundCloudStub.track(1, more))
    #expect(found.details.attribution == "The Example Band, SoundCloud")
    #expect(found.details.page?.path() == "/the-example-band/opening-night")
    #expect(found.artist == "Somebody Else" && found.details.genres == ["Rock"])
    #expect(found.details.date == "2019-08-02" && found.duration == .milliseconds(213_400))
    let artwork = try #require(found.details.artwork)
    #expect(artwork.url(atLeast: 400)?.lastPathComponent == "artworks-1-t500x500.jpg")
    #expect(artwork.url(atLeast: 10)?.lastPathComponent == "artworks-1-large.jpg")
  }

  @Test("Missing, malformed and private data are omitted")
  func odd() throws {
    let bare = try metadata(#"{"urn":"soundcloud:tracks:1"}"#)
    #expect(bare.details.attribution == "SoundCloud" && bare.details.page == nil)
    let odd = try metadata(
      SoundCloudStub.track(
        1,
        #","sharing":"private","permalink_url":"https://soundcloud.com/a/b/s-x","release_year":0"#
      )
    )
    #expect(odd.details.page == nil && odd.details.date == nil && odd.details.genres.isEmpty)
    #expect(throws: DecodingError.self) { try metadata(#"{"urn":"soundcloud:tracks:../1"}"#) }
  }
}
