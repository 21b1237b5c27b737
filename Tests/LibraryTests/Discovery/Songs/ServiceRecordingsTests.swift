import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitDiscovery
import PlayerKitITunes
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitMusicBrainz
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// How each service's recordings of an artist are read.
@Suite(.tags(.local)) struct ServiceRecordingsTests {
  private func configuration(_ transport: StubTransport) -> ClientConfiguration {
    ClientConfiguration(transport: transport, clock: ManualClock())
  }

  private func paths(_ transport: StubTransport) -> [String] {
    transport.calls.map { $0.request.path?.removingPercentEncoding ?? "" }
  }

  /// All pages of a source, as one.
  private func all(
    _ source: any DiscoverySource,
    of artist: ArtistReference
  ) async throws -> ArtistRecordingsPage {
    var reader = try #require(source.artistRecordings).recordings(by: artist)
    var all = ArtistRecordingsPage()
    while let page = try await reader.nextPage() {
      all.recordings += page.recordings
      all.albums += page.albums
      all.tags.merge(page.tags) { first, _ in first }
    }
    return all
  }

  @Test("Deezer gives the top tracks, then those of each album")
  func deezerGivesTop() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      func track(_ id: Int, _ title: String, _ rank: Int) -> String {
        #"{"id":\#(id),"title":"\#(title)","duration":200,"rank":\#(rank),"artist":{"id":27,"name":"A"}}"#
      }
      let body =
        if path.contains("/top") {
          #"{"data":[\#(track(1, "Hit", 900))],"total":1}"#
        } else if path.contains("/genre") {
          #"{"data":[{"id":5,"name":"Audiobooks"},{"id":6,"name":"Rock"}]}"#
        } else if path.contains("/artist/27/albums") {
          #"{"data":[{"id":70,"title":"Book","genre_id":5,"record_type":"album"},{"id":71,"title":"Songs","genre_id":6}]}"#
        } else if path.contains("/album/70") {
          #"{"data":[\#(track(2, "Chapter 1", 3))]}"#
        } else {
          #"{"data":[\#(track(3, "Deep Cut", 10))]}"#
        }
      return .text(body)
    }
    let source = DeezerDiscovery(client: DeezerClient(configuration: configuration(transport)))
    let artist = ArtistReference("A", ids: [.deezer: "27"])
    let found = try await all(source, of: artist)
    #expect(found.recordings.map(\.track.id) == ["1", "2", "3"])
    #expect(found.recordings.map(\.popularity) == [900, 3, 10])
    #expect(found.recordings.map(\.track.metadata.album) == [nil, "Book", "Songs"])
    #expect(found.albums.map(\.genres) == [["Audiobooks"], ["Rock"]])
    #expect(found.albums.map(\.types) == [["album"], []])
    var songs: [String] = []
    for try await page in ArtistSongs(by: artist, sources: [source]) {
      songs += page.songs.map(\.track.id)
    }
    #expect(songs == ["1", "3"])
  }

  @Test("a failed page is requested again, and a missing page is not a failure")
  func pageFailsAsked() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      if path.contains("/top") {
        return .text(
          #"{"data":[{"id":1,"title":"T","artist":{"id":27,"name":"A"}}],"next":"https://api.deezer.com/artist/27/top?index=1"}"#
        )
      }
      return .text(#"{"error":{"type":"DataException","message":"no data","code":800}}"#)
    }
    let client = DeezerClient(configuration: configuration(transport))
    let found = try await all(
      DeezerDiscovery(client: client),
      of: ArtistReference("A", ids: [.deezer: "27"])
    )
    #expect(found.recordings.allSatisfy { $0.track.id == "1" })
    #expect(found.albums.isEmpty)

    let broken = StubTransport { _ in .text("{") }
    let source = DeezerDiscovery(client: DeezerClient(configuration: configuration(broken)))
    var reader = source.recordings(by: ArtistReference("A", ids: [.deezer: "27"]))
    for _ in 0..<2 {
      await #expect(throws: CatalogError.self) { _ = try await reader.nextPage() }
    }
    #expect(Set(paths(broken)) == ["/artist/27/top?limit=100"])
  }

  @Test("Apple, Deezer and iTunes list an artist of the simulator, each recording once")
  func appleDeezerItunes() async throws {
    let simulator = try await ServiceSimulator.start(.init(seed: 1))
    let setup = ServiceSetup(
      bases: [
        "deezer": simulator.url(of: .deezer), "apple": simulator.appleMusic,
        "itunes": simulator.url(of: .itunes),
      ],
      network: NetworkTransport(),
      clock: ManualClock(skipsWaits: true)
    )
    let services = MusicServices([
      AppleMusicService(setup, developerToken: simulator.developerToken), DeezerService(setup),
      ITunesService(setup),
    ])
    #expect(services.discoverySources.count == 3)
    let entries = try await services.catalogs[0].search("the", for: .artist, limit: 20).entries
    let artist = ArtistReference(try #require(entries.first?.title))
    var songs: [ArtistSong] = []
    var failures: [DiscoveryFailure] = []
    for try await page in ArtistSongs(
      by: artist,
      sources: services.discoverySources
    ) {
      songs += page.songs + page.leftOut
      failures += page.failures
    }
    let top = try await services.discoverySources[0].artistTracks?.tracks(by: artist, limit: 25)
    #expect(songs.count >= top?.count ?? 0)
    #expect(failures.isEmpty)
    let places = Set(songs.flatMap(\.places).map(\.service))
    #expect(places == [.appleMusic, .deezer, .iTunes])
    let codes = songs.compactMap(\.track.metadata.details.isrc)
    #expect(Set(codes).count == codes.count)
    await simulator.stop()
  }

  @Test("iTunes gives its audiobooks and songs by three requests")
  func itunesGivesAudiobooks() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      if path.contains("media=audiobook") {
        return .text(
          """
          {"resultCount":3,"results":[
          {"wrapperType":"audiobook","artistName":"B & A","collectionId":1,"collectionName":"Life (Unabridged)"},
          {"wrapperType":"audiobook","artistName":"Another","collectionId":2,"collectionName":"About A"},
          {"wrapperType":"track","kind":"song","artistName":"A","trackId":3,"trackName":"S"}]}
          """
        )
      }
      return .text(
        path.contains("/search")
          ? #"{"resultCount":1,"results":[{"wrapperType":"artist","artistType":"Artist","artistId":5,"artistName":"A"}]}"#
          : """
          {"resultCount":3,"results":[{"wrapperType":"artist","artistType":"Artist","artistId":5,"artistName":"A"},
          {"wrapperType":"track","kind":"song","trackId":8,"trackName":"T","artistName":"A","primaryGenreName":"Comedy",
          "collectionName":"Life"},
          {"wrapperType":"track","kind":"song","trackId":10,"trackName":"U","artistName":"A","primaryGenreName":"Rock",
          "collectionName":"Both"},
          {"wrapperType":"track","kind":"song","trackId":11,"trackName":"W","artistName":"A","primaryGenreName":"Comedy",
          "collectionName":"Both"},
          {"wrapperType":"track","kind":"music-video","trackId":9,"trackName":"V","artistName":"A"}]}
          """
      )
    }
    let client = ITunesSearchClient(configuration: configuration(transport))
    let found = try await all(ITunesDiscovery(client: client), of: ArtistReference("A"))
    #expect(found.recordings.map(\.track.id) == ["8", "10", "11"])
    #expect(found.recordings.first?.kind == "song")
    #expect(
      found.albums == [
        ArtistAlbum("Life (Unabridged)", types: ["audiobook"]),
        ArtistAlbum("Life", types: ["audiobook"]), ArtistAlbum("Both"),
        ArtistAlbum("Life", genres: ["Comedy"]),
      ]
    )
    #expect(transport.calls.count == 3)
    #expect(paths(transport).last?.contains("limit=200") == true)
  }

  @Test("Last.fm gives tags and counts, page by page")
  func lastFmGives() async throws {
    let tracks = (0..<100).map {
      #"{"name":"S\#($0)","playcount":"\#(1_000 - $0)","artist":{"name":"A"}}"#
    }
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      let body =
        if path.contains("getTopTags") {
          #"{"toptags":{"tag":[{"name":"stand-up","count":40},{"name":"odd"}]}}"#
        } else if path.contains("&page=1") {
          #"{"toptracks":{"track":[\#(tracks.joined(separator: ","))]}}"#
        } else {
          #"{"toptracks":{"track":{"name":"Last","playcount":"x","artist":{"name":"A"}}}}"#
        }
      return .text(body)
    }
    let source = LastFMDiscovery(key: "k", configuration: configuration(transport))
    let found = try await all(source, of: ArtistReference("A"))
    #expect(found.tags == ["stand-up": 40])
    #expect(found.recordings.count == 101)
    #expect(found.recordings.first?.popularity == 1_000)
    #expect(found.recordings.last?.popularity == nil)
    #expect(transport.calls.count == 3)
  }

  @Test("Last.fm's tags may be missing, but a refusal is reported at once")
  func lastFmTags() async throws {
    let refusal = Locked(HTTPTransportResponse.text("{}", status: .tooManyRequests))
    let transport = StubTransport { call in
      guard (call.request.path ?? "").contains("getTopTags") else {
        return .text(#"{"toptracks":{"track":{"name":"T","artist":{"name":"A"}}}}"#)
      }
      return refusal.withLock(\.self)
    }
    let clock = ManualClock(skipsWaits: true)
    let configuration = ClientConfiguration(transport: transport, clock: clock)
    let source = LastFMDiscovery(key: "k", configuration: configuration)
    var reader = source.recordings(by: ArtistReference("A"))
    await #expect(throws: CatalogError.self) { _ = try await reader.nextPage() }
    #expect(!paths(transport).contains { $0.contains("getTopTracks") })
    refusal.withLock { $0 = .text(#"{"error":6,"message":"The artist could not be found"}"#) }
    #expect(try await all(source, of: ArtistReference("A")).recordings.count == 1)
  }

  @Test("ListenBrainz gives its counts in pages of one answer")
  func listenbrainzGivesCounts() async throws {
    let rows = (0..<1_200).map {
      #"{"recording_name":"S\#($0)","artist_name":"A","total_listen_count":\#(5_000 - $0)}"#
    }
    let transport = StubTransport { _ in .text("[\(rows.joined(separator: ","))]") }
    let source = ListenBrainzDiscovery(token: "t", configuration: configuration(transport))
    let artist = ArtistReference("A", musicBrainzID: "a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432")
    let found = try await all(source, of: artist)
    #expect(found.recordings.count == 1_200)
    #expect(found.recordings.first?.popularity == 5_000)
    #expect(transport.calls.count == 1)
    #expect(try await all(source, of: ArtistReference("A")).recordings.isEmpty)
    #expect(ListenBrainzDiscovery().artistRecordings == nil)
  }

  @Test("MusicBrainz marks albums that are speech")
  func musicbrainzSaysAlbums() async throws {
    let transport = StubTransport { _ in
      .text(
        """
        {"release-group-count":2,"release-groups":[
        {"id":"a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432","title":"Songs","primary-type":"Album",
        "genres":[{"name":"folk rock","count":4},{"name":"spoken word","count":0}],
        "tags":[{"name":"folk rock","count":4},{"name":"live","count":1},{"name":"bad","count":-1},{"name":5}]},
        {"id":"b3cb23fc-acd3-4ce0-8f36-1e5aa6a18432","title":"A Book","primary-type":"Other",
        "secondary-types":["Audiobook"]}]}
        """
      )
    }
    let client = MusicBrainzClient(
      agent: try MusicBrainz.Agent(name: "Tests", version: "1", contact: "me@example.org"),
      configuration: configuration(transport)
    )
    let artist = ArtistReference("A", musicBrainzID: "a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432")
    let found = try await all(MusicBrainzDiscovery(client: client), of: artist)
    #expect(found.recordings.isEmpty)
    #expect(
      found.albums == [
        ArtistAlbum("Songs", types: ["Album"], genres: ["folk rock"], tags: ["live": 25]),
        ArtistAlbum("A Book", types: ["Other", "Audiobook"]),
      ]
    )
    #expect(transport.calls.count == 1)
  }

  @Test("MusicBrainz is asked once a page, and continues after a failed one")
  func musicbrainzAskedOnce() async throws {
    let fails = Recorded<Bool>()
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      if path.contains("/artist?") {
        return .text(#"{"artists":[{"id":"a3cb23fc-acd3-4ce0-8f36-1e5aa6a18432","name":"A"}]}"#)
      }
      if path.contains("offset=100"), fails.elements.isEmpty {
        fails.append(true)
        throw CatalogError(.timedOut, "No complete answer came in time.")
      }
      let offset = path.contains("offset=100") ? 100 : path.contains("offset=200") ? 200 : 0
      let groups = (0..<100).map { number in
        let id = String(offset + number, radix: 16)
        let digits = String(repeating: "0", count: 12 - id.count) + id
        return #"{"id":"a3cb23fc-acd3-4ce0-8f36-\#(digits)","title":"\#(offset + number)"}"#
      }
      return .text(
        #"{"release-group-count":300,"release-groups":[\#(groups.joined(separator: ","))]}"#
      )
    }
    let client = MusicBrainzClient(
      agent: try MusicBrainz.Agent(name: "Tests", version: "1", contact: "me@example.org"),
      configuration: configuration(transport)
    )
    let source = MusicBrainzDiscovery(client: client)
    var reader = source.recordings(by: ArtistReference("A"))
    var counts: [Int] = []
    var asked: [Int] = []
    for _ in 0..<10 {
      do {
        guard let page = try await reader.nextPage() else { break }
        counts.append(page.albums.count)
      } catch {
        counts.append(-1)
      }
      asked.append(transport.calls.count)
    }
    #expect(counts == [0, 100, -1, 100, 100])
    #expect(asked == [1, 2, 3, 4, 5])
  }

  @Test("Subsonic gives top songs, then albums, even if it knows no top songs")
  func subsonicGivesBest() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      let body =
        if path.contains("getArtist") {
          #""artist":{"id":"a","name":"A","album":[{"id":"x","name":"X","genres":[{"name":"Hörspiel"}]}]}"#
        } else if path.contains("getTopSongs") {
          #""topSongs":{}"#
        } else {
          #""album":{"id":"x","name":"X","song":[{"id":"s","title":"T","artist":"A","type":"audiobook"}]}"#
        }
      return .text(#"{"subsonic-response":{"status":"ok","version":"1.16.1",\#(body)}}"#)
    }
    let client = SubsonicClient(
      server: try SubsonicServer(try #require(URL(string: "http://127.0.0.1:4533"))),
      credentials: .apiKey("k"),
      configuration: configuration(transport)
    )
    let found = try await all(
      SubsonicDiscovery(client: client),
      of: ArtistReference("A", ids: [.subsonic: "a"])
    )
    #expect(found.recordings.map(\.track.id) == ["s"])
    #expect(found.recordings.first?.kind == "audiobook")
    #expect(found.albums == [ArtistAlbum("X", genres: ["Hörspiel"])])
  }

  @Test("Spotify gives search results if it refuses the albums")
  func spotifyGivesSearch() async throws {
    let transport = StubTransport { call in
      let path = call.request.path ?? ""
      guard path.contains("/search") else {
        return .text(#"{"error":{"status":403,"message":"no"}}"#, status: .forbidden)
      }
      return .text(
        path.contains("type=track")
          ? #"{"tracks":{"items":[{"id":"t","name":"T","popularity":70,"type":"track","artists":[{"id":"a","name":"A"}]}]}}"#
          : #"{"artists":{"items":[{"id":"a","name":"A"}]}}"#
      )
    }
    let client = SpotifyClient(
      tokens: StaticSpotifyToken(),
      configuration: configuration(transport)
    )
    let found = try await all(SpotifyDiscovery(client: client), of: ArtistReference("A"))
    #expect(found.recordings.map(\.track.id) == ["t"])
    #expect(found.recordings.first?.popularity == 70)
  }
}

private struct StaticSpotifyToken: OAuthTokenProvider {
  func accessToken() async throws -> OAuthAccessToken { OAuthAccessToken("token") }

  func refused(_ token: OAuthAccessToken) async {}
}
