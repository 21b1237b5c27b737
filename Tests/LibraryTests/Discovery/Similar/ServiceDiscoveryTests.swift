import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitMusicBrainz
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSubsonic
import PlayerKitTesting
import TestSupport
import Testing

private let recordedFolder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED"]
private let moreFolder = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"]

/// How each service's answers are mapped.
@Suite(.tags(.local)) struct ServiceDiscoveryTests {
  private static let mbid = "a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432"

  private func configuration(_ transport: StubTransport) -> ClientConfiguration {
    ClientConfiguration(transport: transport, clock: ManualClock())
  }

  private func path(_ transport: StubTransport, _ index: Int = 0) -> String {
    transport.calls.indices.contains(index)
      ? transport.calls[index].request.path?.removingPercentEncoding ?? "" : ""
  }

  // MARK: - Deezer and Apple Music, simulated

  @Test("Deezer and Apple Music find an artist, similar artists, tracks and charts")
  func deezerAppleMusic() async throws {
    let simulator = try await ServiceSimulator.start(.init(seed: 1))
    let setup = ServiceSetup(
      bases: ["deezer": simulator.url(of: .deezer), "apple": simulator.appleMusic],
      network: NetworkTransport(),
      clock: ManualClock(skipsWaits: true)
    )
    let services = MusicServices([
      DeezerService(setup),
      AppleMusicService(
        setup,
        developerToken: simulator.developerToken,
        userToken: simulator.musicUserToken
      ),
    ])
    let found = try await services.catalogs[0].search("the", for: .artist, limit: 20)
    for source in services.discoverySources {
      let kind = source.service
      var likes: [ArtistReference] = []
      var own: [DiscoveredTrack] = []
      var name = ""
      for entry in found.entries where likes.isEmpty || own.isEmpty {
        name = entry.title ?? ""
        likes =
          try await source.similarArtists?.artists(like: ArtistReference(name), limit: 9) ?? []
        own = try await source.artistTracks?.tracks(by: ArtistReference(name), limit: 5) ?? []
      }
      #expect((1...9).contains(likes.count))
      #expect(likes.allSatisfy { $0.ids[kind] != nil })
      #expect((1...5).contains(own.count))
      #expect(own.allSatisfy { $0.track.metadata.title != nil })
      #expect(own.contains { $0.artist.name == name && $0.artist.ids[kind] != nil })
      let chart = try await source.genreTracks?.tracks(ofGenre: "ROCK", limit: 30) ?? []
      #expect(chart.count > 5)
      let nobody = ArtistReference("Nobody Of That Name")
      #expect(try await source.similarArtists?.artists(like: nobody, limit: 9) == [])
      #expect(try await source.artistTracks?.tracks(by: nobody, limit: 9).isEmpty == true)
      #expect(try await source.genreTracks?.tracks(ofGenre: "no such", limit: 9).isEmpty == true)
    }
    let proposals = try await services.discoverySources[1].recommendations?.recommendations(
      limit: 20
    )
    #expect(proposals?.isEmpty == false)
    #expect(proposals?.allSatisfy { $0.note != nil } == true)
    await simulator.stop()
  }

  @Test("Deezer leaves out tracks that can't be played")
  func deezerLeavesOut() async throws {
    let transport = StubTransport { _ in
      .text(
        """
        {"data":[{"id":1,"readable":false,"title":"a","artist":{"id":27,"name":"A"}},
        {"id":2,"title":"b"},{"id":3,"title":"c","artist":{"id":27,"name":"A"}}]}
        """
      )
    }
    let source = DeezerDiscovery(client: DeezerClient(configuration: configuration(transport)))
    let artist = ArtistReference("A", ids: [.deezer: "27"])
    #expect(try await source.tracks(by: artist, limit: 500).map(\.track.id) == ["3"])
    #expect(path(transport) == "/artist/27/top?limit=100")
  }

  @Test("Apple Music has recommendations only with a user token")
  func appleMusicRecommendations() {
    let without = AppleMusicService(ServiceSetup(), developerToken: "a")
    #expect(without.discovery != nil && without.discovery?.recommendations == nil)
    #expect(AppleMusicService(ServiceSetup()).discovery == nil)
  }

  // MARK: - Subsonic

  @Test("Subsonic finds songs similar to an artist's, and songs of a genre")
  func subsonicFindsSongs() async throws {
    let song = #"{"id":"s1","title":"T","artist":"A","isDir":false}"#
    let video = #"{"id":"s2","title":"V","artist":"A","isVideo":true}"#
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      let body =
        if path.contains("search3") {
          #""searchResult3":{"artist":[{"id":"x","name":"Aa"},{"id":"a","name":"The A"}]}"#
        } else if path.contains("getSimilarSongs2") {
          "\"similarSongs2\":{\"song\":[\(song),\(video)]}"
        } else if path.contains("getGenres") {
          #""genres":{"genre":[{"value":"Hip-Hop","songCount":2}]}"#
        } else {
          "\"songsByGenre\":{\"song\":[\(song)]}"
        }
      return .text(#"{"subsonic-response":{"status":"ok","version":"1.16.1",\#(body)}}"#)
    }
    let address = try #require(URL(string: "http://127.0.0.1:4533"))
    let client = SubsonicClient(
      server: try SubsonicServer(address),
      credentials: .apiKey("k"),
      configuration: configuration(transport)
    )
    let source = SubsonicDiscovery(client: client)
    let mix = try await source.mix(around: ArtistReference("A"), limit: 7)
    #expect(mix.map(\.track.id) == ["s1"])
    #expect(path(transport, 1).contains("id=a&count=7"))
    #expect(try await source.tracks(ofGenre: "hip hop", limit: 7).map(\.track.id) == ["s1"])
    #expect(path(transport, 3).contains("genre=Hip-Hop"))
  }

  // MARK: - Last.fm

  @Test("Last.fm accepts one object for a list, numbers as text, and invalid ids")
  func lastFmTakes() async throws {
    let transport = StubTransport { _ in
      .text(
        """
        {"similarartists":{"artist":{"name":"Ash Orchard","mbid":"","match":"0.84"},
        "@attr":{"artist":"A"}}}
        """
      )
    }
    let source = LastFMDiscovery(key: "k", configuration: configuration(transport))
    let found = try await source.artists(like: ArtistReference("A & B"), limit: 10)
    #expect(found == [ArtistReference("Ash Orchard")])
    #expect(path(transport).hasPrefix("/2.0/?method=artist.getSimilar&api_key=k&format=json"))
    #expect(transport.calls.first?.request.path?.contains("artist=A%20%26%20B") == true)
    _ = try await source.artists(like: ArtistReference("A", musicBrainzID: Self.mbid), limit: 10)
    #expect(path(transport, 1).contains("mbid=\(Self.mbid)"))
    #expect(!path(transport, 1).contains("artist=A"))
  }

  @Test(
    "Last.fm's refusals are found in answers with status 200",
    arguments: [
      (6, nil), (29, CatalogError.Code.rateLimited), (11, .serverError), (10, .unauthorized),
    ]
  )
  func lastFmRefusals(
    number: Int,
    code: CatalogError.Code?
  ) async throws {
    let transport = StubTransport { _ in .text(#"{"error":\#(number),"message":"m"}"#) }
    let source = LastFMDiscovery(key: "k", configuration: configuration(transport))
    do {
      #expect(try await source.tracks(by: ArtistReference("A"), limit: 1).isEmpty)
      #expect(code == nil)
    } catch let error as CatalogError {
      #expect(error.code == code)
    }
  }

  @Test(
    "Last.fm is asked by name if it does not know an id, and its placeholder is no artist",
    arguments: [0, 1]
  )
  func lastFmUnknown(kind: Int) async throws {
    let unknown = [
      #"{"error":6,"message":"The artist you supplied could not be found"}"#,
      #"{"toptracks":{"track":[{"name":"Spur 1","artist":{"name":"[unknown]"}}],"@attr":{"artist":"[unknown]"}}}"#,
    ]
    let transport = StubTransport { call in
      call.request.path?.contains("mbid=") == true
        ? .text(unknown[kind])
        : .text(
          #"{"toptracks":{"track":[{"name":"One","artist":{"name":"U2"}}],"@attr":{"artist":"U2"}}}"#
        )
    }
    let source = LastFMDiscovery(key: "k", configuration: configuration(transport))
    let artist = ArtistReference("U2", musicBrainzID: Self.mbid)
    let found = try await source.tracks(by: artist, limit: 5)
    #expect(found.map(\.track.metadata.title) == ["One"])
    #expect(transport.calls.count == 2)
    let nobody = ArtistReference("[unknown]", musicBrainzID: Self.mbid)
    #expect(try await source.tracks(by: nobody, limit: 5).isEmpty || kind == 0)
  }

  private func recorded(_ folder: String?, _ name: String) throws -> StubTransport {
    let file = URL(fileURLWithPath: try #require(folder) + "/" + name)
    let text = try String(contentsOf: file, encoding: .utf8)
    return StubTransport { _ in .text(text) }
  }

  @Test(
    "recorded answers of Last.fm and ListenBrainz are read",
    .enabled(if: recordedFolder != nil && moreFolder != nil, "needs PLAYERKIT_RECORDED and …_MORE")
  )
  func recordedAnswersLast() async throws {
    let artist = ArtistReference("U2", musicBrainzID: Self.mbid)
    func lastFM(_ name: String) throws -> LastFMDiscovery {
      LastFMDiscovery(key: "k", configuration: configuration(try recorded(recordedFolder, name)))
    }
    let likes = try await lastFM("lastfm_artist_getsimilar.json").artists(like: artist, limit: 9)
    #expect(likes.first?.name == "Passengers")
    #expect(likes.first?.musicBrainzID == "e110c11f-1c94-4471-a350-c38f46b29389")
    #expect(likes.count == 2)
    let unknown = try lastFM("lastfm_artist_getsimilar_unknown.json")
    #expect(try await unknown.artists(like: artist, limit: 9) == [])
    let tops = try await lastFM("lastfm_artist_gettoptracks.json").tracks(by: artist, limit: 9)
    #expect(tops.first?.track.metadata.title == "Beautiful Day")
    #expect(
      tops.first?.track.metadata.details.musicBrainz?.recording?.hasPrefix("f7f264d0") == true
    )
    let lab = try recorded(recordedFolder, "listenbrainz_labs_similar_artists.json")
    let brainz = ListenBrainzDiscovery(lab: configuration(lab))
    #expect(
      try await brainz.artists(like: artist, limit: 9).map(\.name) == ["Michael Jackson", "a-ha"]
    )
    #expect(brainz.artistTracks == nil)
    let top = try recorded(moreFolder, "discovery/listenbrainz.popularity.json")
    let listens = ListenBrainzDiscovery(token: "t", configuration: configuration(top))
    let heard = try await listens.tracks(by: artist, limit: 9)
    #expect(heard.first?.track.metadata.title == "world.execute(me);")
    #expect(heard.first?.artist.name == "Mili")
    #expect(top.calls.first?.request.headerFields[.authorization] == "Token t")
  }

  // MARK: - ListenBrainz and MusicBrainz

  @Test("ListenBrainz is not asked for an artist without an id, and its answer is sorted")
  func listenbrainzNotAsked() async throws {
    let transport = StubTransport { _ in
      .text(#"[{"name":"B","score":1},{"name":"C","score":5,"artist_mbid":"x"},{"score":9}]"#)
    }
    let source = ListenBrainzDiscovery(lab: configuration(transport))
    #expect(try await source.artists(like: ArtistReference("A"), limit: 9) == [])
    #expect(transport.calls.isEmpty)
    let known = ArtistReference("A", musicBrainzID: Self.mbid)
    #expect(try await source.artists(like: known, limit: 9).map(\.name) == ["C", "B"])
  }

  @Test("MusicBrainz names collaborators, each once")
  func musicbrainzNamesWorks() async throws {
    let transport = StubTransport { call in
      call.request.path?.contains("query") == true
        ? .text(
          #"""
          {"artists":[{"id":"00000000-0000-4000-8000-000000000001","score":100,"name":"Other"},
          {"id":"\#(Self.mbid)","score":90,"name":"The \"A\""}]}
          """#
        )
        : .text(
          #"""
          {"relations":[{"type":"member of band","artist":{"id":"\#(Self.mbid)","name":"B"}},
          {"type":"member of band","artist":{"id":"\#(Self.mbid)","name":"B"}},
          {"type":"married","artist":{"name":"C"}},{"type":"tribute","artist":{"name":"D"}},
          {"type":"free streaming","url":{}}]}
          """#
        )
    }
    let agent = try MusicBrainz.Agent(name: "Test", version: "1", contact: "test@example.org")
    let client = MusicBrainzClient(agent: agent, configuration: configuration(transport))
    let source = MusicBrainzDiscovery(client: client)
    let found = try await source.artists(like: ArtistReference("\"A\""), limit: 9)
    #expect(found.map(\.name) == ["B", "D"])
    #expect(source.tie == .related)
    #expect(path(transport).contains(#"query=artist:"\"A\"""#))
    #expect(path(transport, 1) == "/ws/2/artist/\(Self.mbid)?inc=artist-rels&fmt=json")
    let agents = transport.calls.map { $0.request.headerFields[.userAgent] }
    #expect(agents == ["Test/1 ( test@example.org )", "Test/1 ( test@example.org )"])
  }
}
