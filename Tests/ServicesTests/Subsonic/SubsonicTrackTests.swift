import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("A song of a Subsonic server", .tags(.pure))
struct SubsonicTrackTests {
  private func song(_ more: String = "") throws -> Subsonic.Song {
    let json = Data(SubsonicFixture.song("7", more).utf8)
    return try JSONDecoder().decode(Subsonic.Song.self, from: json)
  }

  @Test("has the server's metadata")
  func metadata() throws {
    let plain = TrackMetadata(try song(), server: "home")
    #expect(plain.title == "Opening Night" && plain.artist == "The Example Band")
    #expect(plain.album == "Second Example" && plain.albumID == "al-1")
    #expect(plain.trackNumber == 3 && plain.discNumber == 1)
    #expect(plain.duration == .seconds(213))
    #expect(plain.details.date == "2021" && plain.details.genres == ["Rock"])
    #expect(plain.artwork?.key == Artwork.Key(source: "subsonic:home", id: "al-1_0"))
    let rich = TrackMetadata(
      try song(
        #"""
        ,"genres":[{"name":"Rock"},{"name":"Pop"}],"artists":[{"id":1,"name":"A"},{"name":"B"}],
        "displayArtist":"A feat. B","albumArtists":[{"name":"C"}],"isrc":["USXX12100001"],
        "contributors":[{"role":"composer","artist":{"name":"W"}},{"role":"lyricist","artist":{"name":"L"}}],
        "explicitStatus":"explicit","musicBrainzId":"m-1","comment":"fine"
        """#
      ),
      server: nil
    )
    #expect(rich.artist == "A feat. B" && rich.details.artists == ["A", "B"])
    #expect(rich.details.albumArtist == "C" && rich.details.composers == ["W"])
    #expect(rich.details.genres == ["Rock", "Pop"] && rich.details.isrc == "USXX12100001")
    #expect(rich.details.isExplicit == true && rich.details.comment == "fine")
    #expect(rich.details.musicBrainz?.recording == "m-1")
    #expect(rich.artwork == nil)
  }

  @Test("does not trap on impossible numbers")
  func oddNumbers() throws {
    let odd = TrackMetadata(
      try song(#","duration":9223372036854775807,"year":0,"track":1e300"#),
      server: nil
    )
    #expect(odd.duration == nil || odd.duration == .seconds(213))
    for json in [
      #"{"id":"7","duration":9223372036854775807,"year":0,"bitRate":-1}"#, #"{"id":"7"}"#,
    ] {
      let song = try JSONDecoder().decode(Subsonic.Song.self, from: Data(json.utf8))
      let metadata = TrackMetadata(song, server: "s")
      #expect(metadata.duration == nil && metadata.details.date == nil)
    }
  }

  @Test("is stored with its server, and restored unchanged")
  func storing() throws {
    var registry = TrackRegistry()
    registry.add(SubsonicTrack.self)
    let gain = #","replayGain":{"trackGain":-7.2,"trackPeak":0.9}"#
    for track in [SubsonicTrack(try song(gain), server: "home"), SubsonicTrack(id: "a/b?c")] {
      #expect(registry.decode(try registry.encode(track)) as? SubsonicTrack == track)
    }
    #expect(SubsonicTrack(try song(gain), server: nil).replayGain?.trackGain == -7.2)
  }

  @Test("can come from items of a service")
  func tracks() async throws {
    let songs = [SubsonicFixture.song("1"), SubsonicFixture.song("2")].joined(separator: ",")
    let transport = SubsonicFixture.transport([
      "getSong": SubsonicFixture.ok(#""song":\#(SubsonicFixture.song("1"))"#),
      "getAlbum": SubsonicFixture.ok(#""album":{"id":"a","song":[\#(songs)]}"#),
      "getPlaylist": SubsonicFixture.ok(#""playlist":{"id":"p","entry":[\#(songs)]}"#),
      "getArtist": SubsonicFixture.ok(#""artist":{"id":"x","name":"X","album":[{"id":"a"}]}"#),
      "getTopSongs": SubsonicFixture.ok(#""topSongs":{}"#),
      "getInternetRadioStations": SubsonicFixture.ok(
        #"""
        "internetRadioStations":{"internetRadioStation":[{"id":"s","name":"S",
        "streamUrl":"http://radio.example/live"},{"id":"t","streamUrl":"file:///etc/passwd"}]}
        """#
      ),
      "getPodcasts": SubsonicFixture.ok(
        #"""
        "podcasts":{"channel":[{"id":"c","title":"C","episode":[{"id":"e","streamId":"9","title":"E"},
        {"id":"f","status":"new"}]}]}
        """#
      ),
    ])
    let service = SubsonicService(client: try SubsonicFixture.client(transport))
    func ids(_ kind: MusicLink.Kind, _ id: String) async throws -> [String] {
      try await service.tracks(of: MusicLink(service: .subsonic, kind: kind, id: id)).map(\.id)
    }
    #expect(try await ids(.song, "1") == ["1"])
    #expect(try await ids(.album, "a") == ["1", "2"])
    #expect(try await ids(.playlist, "p") == ["1", "2"])
    #expect(try await ids(.artist, "x") == ["1", "2"])
    #expect(try await ids(.show, "c") == ["9"])
    #expect(try await ids(.station, "s") == ["http://radio.example/live"])
    await #expect(throws: PlayerError.self) { try await ids(.station, "t") }
    await #expect(throws: PlayerError.self) { try await ids(.recordLabel, "t") }
  }

  @Test(
    "An id that is no song's is tried as an album, an artist and a playlist",
    arguments: ["getAlbum", "getArtist", "getPlaylist", "none"]
  )
  func otherKinds(known: String) async throws {
    let song = SubsonicFixture.song("1")
    let answers = [
      "getAlbum": #""album":{"id":"a","song":[\#(song)]}"#,
      "getPlaylist": #""playlist":{"id":"a","entry":[\#(song)]}"#,
      "getArtist": #""artist":{"id":"a","name":"X","album":[]}"#,
      "getTopSongs": #""topSongs":{"song":[\#(song)]}"#,
    ]
    let transport = StubTransport { call in
      let name = call.request.path?.split(separator: "?").first?.split(separator: "/").last ?? ""
      let method = String(name.split(separator: ".")[0])
      guard method == known || method == "getTopSongs", let answer = answers[method] else {
        return SubsonicFixture.error(70)
      }
      return SubsonicFixture.ok(answer)
    }
    let service = SubsonicService(client: try SubsonicFixture.client(transport))
    let link = MusicLink(service: .subsonic, kind: .song, id: "a")
    if known == "none" {
      let error = await #expect(throws: CatalogError.self) { try await service.tracks(of: link) }
      #expect(error?.code == .notFound)
    } else {
      #expect(try await service.tracks(of: link).map(\.id) == ["1"])
    }
  }

  @Test("is configured by an address and credentials")
  func configured() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok() }
    let setup = ServiceSetup(network: transport)
    func client(_ server: String?, _ credentials: SubsonicCredentials?) -> SubsonicClient {
      let server = server.flatMap { URL(string: $0) }
      return SubsonicService(setup, server: server, credentials: credentials).client
    }
    let url = "https://music.example/m"
    try await client(url, .apiKey("k")).ping()
    #expect(transport.calls.last?.values("apiKey") == ["k"])
    #expect(transport.calls.last?.values("u") == [])
    try await client(url, .password(user: "u", password: "p")).ping()
    #expect(transport.calls.last?.values("u") == ["u"])
    #expect(transport.calls.last?.request.path?.hasPrefix("/m/rest/ping") == true)
    for lacking in [client(url, nil), client("nonsense", .apiKey("k")), client(nil, nil)] {
      await #expect { try await lacking.ping() } throws: {
        ($0 as? CatalogError)?.code == .missingCredential
      }
    }
  }
}
