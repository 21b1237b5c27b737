import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitJellyfin

@Suite("Where a Jellyfin server has its audio", .tags(.local))
struct JellyfinResolverTests {
  private func resolver(
    _ transport: StubTransport,
    _ delivery: ServerDelivery = .original
  ) throws -> JellyfinResolver {
    JellyfinResolver(client: try JellyfinFixture.client(transport), delivery: delivery)
  }

  private func url(_ source: MediaSource) throws -> URLComponents {
    guard case .remote(let url) = source.location else { throw PlayerError(.invalidItem, "") }
    return try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
  }

  private func value(_ name: String, _ url: URLComponents) -> String? {
    url.queryItems?.first { $0.name == name }?.value
  }

  @Test("keeps the contract of resolvers", arguments: MediaResolverContract.checks)
  func keepsTheContract(check: MediaResolverContract.Check) async throws {
    let transport = JellyfinFixture.transport()
    try await check.run(
      on: MediaResolverFixture(
        resolver: try resolver(transport),
        track: JellyfinTrack(id: "7"),
        missing: JellyfinTrack(id: "missing"),
        foreign: URLTrack(path: "a.mp3"),
        headers: ["Authorization": JellyfinFixture.authorization],
        lookups: { transport.calls.count { $0.path == "/jf/Items" } }
      )
    )
  }

  @Test("keeps the contract at a server", arguments: MediaResolverContract.checks)
  func keepsTheContractAtAServer(check: MediaResolverContract.Check) async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let song = try #require(try await client.items(.init(.song), limit: 1).items.first)
      let session = try await client.account.session()
      let before = bench.count("/Items")
      try await check.run(
        on: MediaResolverFixture(
          resolver: JellyfinResolver(client: client),
          track: JellyfinTrack(song, server: "home"),
          missing: JellyfinTrack(id: String(repeating: "0", count: 32)),
          foreign: URLTrack(path: "a.mp3"),
          headers: ["Authorization": client.account.authorization(session)],
          lookups: { bench.count("/Items") - before }
        )
      )
    }
  }

  @Test("is the file as it is, with ranges, for which the token is in a header alone")
  func originals() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let song = try #require(try await client.items(.init(.song), limit: 1).items.first)
      let track = JellyfinTrack(song, server: "home")
      let resolver = JellyfinResolver(client: client)
      let source = try await resolver.resolve(track)
      let whole = try await bench.fetch(source)
      let part = try await bench.fetch(source, range: "bytes=100-199")
      #expect(whole.response.status.code == 200 && part.response.status.code == 206)
      #expect(part.body == whole.body.dropFirst(100).prefix(100))
      #expect(source.allowsCaching && source.allowsInspection && source.timeOffsets == nil)
      #expect(source.cacheKey == "jellyfin:home:\(song.id)")
      #expect(source.cacheKey == resolver.cacheKey(of: track))
      let token = try await client.account.session().accessToken
      #expect(try url(source).string?.contains(token) == false)
      var stranger = source
      stranger.headers = [:]
      #expect(try await bench.fetch(stranger).response.status.code == 401)
    }
  }

  @Test("is transcoded where that is asked for or needed, and then not kept")
  func transcodes() async throws {
    let track = JellyfinTrack(id: "7", server: "home")
    // The song has 900 kbit/s and is a FLAC.
    let cases: [(ServerDelivery, [String: String]?)] = [
      (.original, nil), (ServerDelivery(maximumBitRate: 900), nil),
      (ServerDelivery(format: "flac"), nil), (ServerDelivery(unplayable: ["ape"]), nil),
      (ServerDelivery(maximumBitRate: 128), ["audioBitRate": "128000", "audioCodec": "opus"]),
      (
        ServerDelivery(maximumBitRate: 128, format: "mp3"),
        ["audioBitRate": "128000", "audioCodec": "mp3"]
      ),
      (ServerDelivery(format: "aac"), ["audioCodec": "aac"]),
      (ServerDelivery(unplayable: ["flac"]), ["audioCodec": "opus"]),
    ]
    for (delivery, parameters) in cases {
      let resolver = try resolver(JellyfinFixture.transport(), delivery)
      let source = try await resolver.resolve(track)
      let found = try url(source)
      #expect(source.allowsCaching == (parameters == nil))
      #expect(source.allowsInspection == (parameters == nil))
      if let parameters {
        for (name, text) in parameters { #expect(value(name, found) == text) }
        #expect(found.path == "/jf/Audio/7/stream.\(parameters["audioCodec"] ?? "")")
        #expect(value("static", found) == nil && source.cacheKey == nil)
      } else {
        #expect(found.path == "/jf/Audio/7/stream" && value("static", found) == "true")
      }
      #expect(source.cacheKey == resolver.cacheKey(of: track))
    }
  }

  @Test("is transcoded from a later second on, each time as another file of the server's")
  func timeOffsets() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let song = try #require(try await client.items(.init(.song), limit: 1).items.first)
      let track = JellyfinTrack(song, server: "home")
      let delivery = ServerDelivery(maximumBitRate: 64, format: "mp3")
      let resolver = JellyfinResolver(client: client, delivery: delivery)
      let source = try await resolver.resolve(track)
      let offsets = try #require(source.timeOffsets)
      #expect(offsets.duration == song.duration)
      let whole = try await bench.fetch(source).body
      var sizes = [whole.count]
      for seconds in [2, 4] {
        var later = source
        later.location = .remote(offsets.address(seconds))
        let body = try await bench.fetch(later).body
        #expect(whole.suffix(body.count) == body)
        sizes.append(body.count)
      }
      #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2] && sizes[2] > 0)
    }
  }

  @Test("stands for the songs of an album, an artist and a playlist")
  func expansions() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let resolver = JellyfinResolver(client: client)
      let album = try #require(try await client.items(.init(.album), limit: 1).items.first)
      let artist = try #require(try await client.artists(limit: 1).items.first)
      let list = try #require(try await client.playlists(limit: 1).items.first)
      for item in [album, artist, list] {
        let service = JellyfinService(client: client)
        let link = MusicLink(service: .jellyfin, kind: .song, id: item.id)
        let tracks = try await service.tracks(of: link)
        #expect(!tracks.isEmpty && tracks.allSatisfy { $0 is JellyfinTrack })
        do {
          _ = try await resolver.resolve(JellyfinTrack(id: item.id))
          Issue.record("\(item.type ?? "") has an address")
        } catch let expansion as TrackExpansion {
          #expect(expansion.items.map(\.track.id) == tracks.map(\.id))
        }
      }
    }
  }

  @Test("is not looked for at another server")
  func otherServer() async throws {
    let transport = JellyfinFixture.transport()
    let error = await #expect(throws: PlayerError.self) {
      try await resolver(transport).resolve(JellyfinTrack(id: "7", server: "elsewhere"))
    }
    #expect(error?.code == .invalidItem)
    #expect(transport.calls.isEmpty)
  }

  @Test(
    "fails as what the server says",
    arguments: [
      (401, PlayerError.Code.unauthorized), (403, .forbidden), (404, .notFound),
      (500, .serverError),
    ]
  )
  func typedErrors(status: Int, code: PlayerError.Code) async throws {
    let transport = JellyfinFixture.transport(["/Items": .empty(status)])
    let error = await #expect(throws: PlayerError.self) {
      try await resolver(transport).resolve(JellyfinTrack(id: "7"))
    }
    #expect(error?.code == code)
  }

  @Test("is a secret that no description, no store and no error holds")
  func secrets() async throws {
    let track = JellyfinTrack(id: "7", server: "home", metadata: TrackMetadata(title: "T"))
    let resolver = try resolver(JellyfinFixture.transport())
    let source = try await resolver.resolve(track)
    #expect(source.headers.values.contains { $0.contains(JellyfinFixture.token) })
    var registry = TrackRegistry()
    registry.add(JellyfinTrack.self)
    let stored = try registry.encode(track)
    var text =
      "\(source) \(track) \(resolver) \(stored)" + String(decoding: stored.data, as: UTF8.self)
    dump(source, to: &text)
    dump(track, to: &text)
    dump(resolver, to: &text)
    text += resolver.cacheKey(of: track) ?? ""
    #expect(!text.contains(JellyfinFixture.token))
  }
}
