import Foundation
import PlayerKit
import PlayerKitJellyfin
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSubsonic
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Your own server with a changed address", .tags(.pure))
struct OwnServerTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func server(
    _ address: String,
    _ id: String? = nil,
    former: [String] = []
  ) throws -> SubsonicServer {
    try SubsonicServer(try url(address), id: id, formerURLs: try former.map(url))
  }

  private let old = "http://10.0.0.2:4533/music"
  private let new = "https://music.example"

  @Test("keeps the tracks that carry the id that the app chose")
  func chosenID() throws {
    let (before, after) = (try server(old, "home"), try server(new, "home"))
    #expect(before.id == "home" && after.owns(before.id))
    #expect(try !server(new, "work").owns(before.id))
  }

  @Test("keeps the tracks that were stored by an address: its own, or one that it had")
  func storedByAddress() throws {
    let stored = try server(old).id
    #expect(try server(old).owns(stored))
    #expect(try server(old, "home").owns(stored))
    #expect(try server(new, "home", former: [old + "/rest/"]).owns(stored))
    #expect(try server(new, former: [old]).owns(stored))
    #expect(try !server(new, "home").owns(stored))
    #expect(try !server(new, former: ["http://10.0.0.3:4533/music"]).owns(stored))
    #expect(try server(new).owns(nil))
  }

  @Test("has today's id where the app chooses none, and takes no odd one", arguments: ["", nil])
  func defaultID(id: String?) throws {
    // Stored tracks name their servers like this.
    #expect(try server(old, id).id == "fc82ee1b7398")
    #expect(throws: CatalogError.self) { try server(old, String(repeating: "x", count: 300)) }
    #expect(throws: CatalogError.self) { try server("file:///music") }
    #expect(throws: CatalogError.self) { try JellyfinServer(try url("ftp://host/")) }
  }

  @Test("plays the stored tracks by its present address, and keeps one cache of them")
  func playback() async throws {
    let stored = try server(old).id
    let song = SubsonicFixture.song("7")
    let transport = SubsonicFixture.transport(["getSong": SubsonicFixture.ok(#""song":\#(song)"#)])
    let resolver = SubsonicResolver(
      client: SubsonicClient(
        server: try server(new, "home", former: [old]),
        credentials: .apiKey("k"),
        configuration: ClientConfiguration(transport: transport, clock: ManualClock())
      )
    )
    let tracks = [stored, "home", nil].map { SubsonicTrack(id: "7", server: $0) }
    for track in tracks {
      guard case .remote(let url) = try await resolver.resolve(track).location else {
        Issue.record("no address")
        continue
      }
      #expect(url.host() == "music.example")
      #expect(resolver.cacheKey(of: track) == "subsonic:home:7")
    }
    #expect(transport.calls.count { $0.endpoint == "getSong" } == 1)
    let several = SubsonicServersResolver([resolver])
    #expect(try several.resolveNow(tracks[0]) != nil)
  }

  @Test("shows the covers of stored tracks")
  func covers() throws {
    let former = try server(old).id
    let client = SubsonicClient(server: try server(new, "home", former: [old]), credentials: nil)
    let source = SubsonicService(client: client)
    #expect(source.artworkSource == "subsonic:home")
    #expect(source.formerArtworkSources.contains("subsonic:\(former)"))
    #expect(!source.formerArtworkSources.contains("subsonic:home"))
  }

  @Test("is named by the app")
  func named() throws {
    let service = SubsonicService(
      ServiceSetup(network: StubTransport(answers: [])),
      server: URL(string: new),
      id: "home",
      formerURLs: [old, "http://192.168.0.9"].compactMap { URL(string: $0) }
    )
    let server = try #require(service.client.server)
    #expect(server.id == "home")
    for address in [old, "http://192.168.0.9"] {
      let stored = try self.server(address).id
      #expect(server.owns(stored))
    }
  }
}
