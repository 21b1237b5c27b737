import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitJellyfin

@Suite("A song of a Jellyfin server", .tags(.pure))
struct JellyfinTrackTests {
  private func song(_ more: String = "") throws -> Jellyfin.Item {
    try JSONDecoder().decode(
      Jellyfin.Item.self,
      from: Data(JellyfinFixture.song("7", more).utf8)
    )
  }

  @Test("shows what the server tells of it")
  func metadata() throws {
    let ids = #","ProviderIds":{"MusicBrainzRecording":"r-1","MusicBrainzTrack":"t-1"}"#
    let metadata = TrackMetadata(try song(ids), server: "home")
    #expect(metadata.title == "Opening Night")
    #expect(metadata.artist == "The Example Band, A Guest")
    #expect(metadata.album == "Second Example" && metadata.albumID == "a1")
    #expect(metadata.trackNumber == 3 && metadata.discNumber == 1)
    #expect(metadata.duration == .seconds(213))
    #expect(metadata.details.date == "2021" && metadata.details.genres == ["Rock"])
    #expect(metadata.details.artists == ["The Example Band", "A Guest"])
    #expect(metadata.details.albumArtist == "The Example Band")
    #expect(metadata.details.musicBrainz?.recording == "r-1")
    #expect(metadata.artwork?.key == Artwork.Key(source: "jellyfin:home", id: "a1:t1"))
    let own = TrackMetadata(try song(#","ImageTags":{"Primary":"t2"}"#), server: "home")
    #expect(own.artwork?.key?.id == "7:t2")
    #expect(TrackMetadata(try song(), server: nil).artwork == nil)
    #expect(try JellyfinTrack(song(), server: nil).gain == -7.5)
  }

  @Test(
    "survives numbers and texts that no song has",
    arguments: [
      #"{"Id":"7","RunTimeTicks":9223372036854775807,"ProductionYear":0,"IndexNumber":1e300}"#,
      #"{"Id":"7","RunTimeTicks":-1,"ImageTags":{"Primary":"../x"},"AlbumId":"a/b"}"#,
      #"{"Id":"7"}"#,
    ]
  )
  func odd(json: String) throws {
    let item = try JSONDecoder().decode(Jellyfin.Item.self, from: Data(json.utf8))
    let metadata = TrackMetadata(item, server: "s")
    #expect(metadata.duration == nil && metadata.details.date == nil && metadata.artwork == nil)
  }

  @Test("is stored with its server, and comes back as it was")
  func storing() throws {
    var registry = TrackRegistry()
    registry.add(JellyfinTrack.self)
    for track in [JellyfinTrack(try song(), server: "home"), JellyfinTrack(id: "a")] {
      #expect(registry.decode(try registry.encode(track)) as? JellyfinTrack == track)
    }
  }

  private func read(_ text: String) -> MusicReference {
    MusicReference(text, recognizers: LinkRecognizers([JellyfinLinks()]))
  }

  @Test("has an item, which names a song, or what it says")
  func links() {
    func link(_ kind: MusicLink.Kind, _ id: String) -> MusicReference {
      .link(MusicLink(service: .jellyfin, kind: kind, id: id))
    }
    #expect(read("jellyfin:0123abcd") == link(.song, "0123abcd"))
    #expect(read("jellyfin:album:a1") == link(.album, "a1"))
    #expect(read("jellyfin:artist:7") == link(.artist, "7"))
    #expect(read("jellyfin:playlist:7") == link(.playlist, "7"))
    for kind in [MusicLink.Kind.song, .album, .playlist] {
      let named = MusicLink(service: .jellyfin, kind: kind, id: "0123abcd")
      #expect(read(JellyfinLinks.item(named)) == .link(named))
    }
    for text in ["jellyfin:", "jellyfin://h/1", "jellyfin:a/b", "jellyfin:a%2Fb", "jellyfin:tr:7"] {
      guard case .unrecognized(let link) = read(text) else {
        Issue.record("\(text) was taken")
        continue
      }
      #expect(link.service == .jellyfin)
    }
  }

  @Test("has a page of the web client, at the configured server alone")
  func pages() throws {
    let client = try JellyfinFixture.client(
      JellyfinFixture.transport(),
      at: "https://music.example/jf/"
    )
    let service = JellyfinService(client: client)
    func id(_ text: String) throws -> String? {
      service.track(at: try #require(URL(string: text)))?.id
    }
    for page in [
      "https://music.example/jf/web/#/details?id=0123abcd&serverId=9",
      "https://music.example/jf/web/index.html#!/details?id=0123abcd",
      "https://music.example/jf/web/index.html#!/item?id=0123abcd&serverId=9",
      "https://music.example:443/jf/web/#/details?serverId=9&id=0123abcd",
    ] {
      #expect(try id(page) == "0123abcd", "\(page)")
    }
    #expect(try id(try #require(client.page(of: "0123abcd")).absoluteString) == "0123abcd")
    for page in [
      "https://other.example/jf/web/#/details?id=0123abcd", "https://music.example/jf/web/",
      "http://music.example/jf/web/#/details?id=0123abcd",
      "https://music.example/jf/web/#/home?id=0123abcd",
      "https://music.example/web/#/details?id=0123abcd",
      "https://music.example/jf/#/details?id=0123abcd",
      "https://music.example/jf/web/#/details?id=a%2Fb", "https://music.example/jf/song.mp3",
    ] {
      #expect(try id(page) == nil, "\(page)")
    }
  }

  @Test("is set up by an address and credentials")
  func setUp() async throws {
    let setup = ServiceSetup(network: JellyfinFixture.transport())
    let url = try #require(URL(string: "https://music.example/jf"))
    let former = ["http://10.0.0.2:8096", "https://old.example"].compactMap { URL(string: $0) }
    let token = JellyfinCredentials.token("t", user: nil)
    let full = JellyfinService(
      setup,
      server: url,
      id: "attic",
      formerURLs: former,
      credentials: token
    )
    #expect(try await full.client.item("7").id == "7")
    #expect(full.client.server?.id == "attic" && full.isConfigured && full.reporter == nil)
    #expect(full.client.server?.own.formerIDs.count == 3)
    let reporting = JellyfinService(setup, server: url, credentials: token, reportsPlays: true)
    #expect(reporting.reporter != nil)
    let bare = JellyfinService(setup, server: url)
    #expect(!bare.isConfigured && bare.userSignIn != nil)
    for lacking in [bare, JellyfinService(setup, credentials: token), JellyfinService(setup)] {
      await #expect { _ = try await lacking.client.item("7") } throws: {
        ($0 as? CatalogError)?.code == .missingCredential
      }
    }
  }
}
