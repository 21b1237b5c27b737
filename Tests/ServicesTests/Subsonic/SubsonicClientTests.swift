import Foundation
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitSubsonic

@Suite("The client of Subsonic", .tags(.pure))
struct SubsonicClientTests {
  private let transport = StubTransport { _ in SubsonicFixture.ok() }

  /// The parameters of a call, without those that all calls send.
  private func sent(_ call: (SubsonicClient) async throws -> Void) async throws -> [String] {
    let client = try SubsonicFixture.client(transport, credentials: .apiKey("k"))
    let before = transport.calls.count
    try? await call(client)
    return transport.calls.dropFirst(before).map { call in
      let query = URLComponents(string: call.request.path ?? "")?.queryItems ?? []
      let own = query.filter { !["v", "c", "f", "apiKey"].contains($0.name) }
      return call.endpoint + own.map { " \($0.name)=\($0.value ?? "")" }.joined()
    }
  }

  @Test("Each call requests its method")
  func browsing() async throws {
    #expect(try await sent { _ = try await $0.artists() } == ["getArtists"])
    #expect(try await sent { _ = try await $0.artist("a/b?c") } == ["getArtist id=a/b?c"])
    #expect(try await sent { _ = try await $0.album("1") } == ["getAlbum id=1"])
    #expect(try await sent { _ = try await $0.song("1") } == ["getSong id=1"])
    #expect(
      try await sent {
        _ = try await $0.albums(.byYear(from: 1990, to: 1980), limit: 900, offset: 7)
      }
        == ["getAlbumList2 fromYear=1990 toYear=1980 type=byYear size=500 offset=7"]
    )
    #expect(
      try await sent { _ = try await $0.albums(.byGenre("R&B")) }
        == ["getAlbumList2 genre=R&B type=byGenre size=100 offset=0"]
    )
    #expect(try await sent { _ = try await $0.genres() } == ["getGenres"])
    #expect(
      try await sent { _ = try await $0.songs(ofGenre: "Rock", limit: 5) }
        == ["getSongsByGenre genre=Rock count=5 offset=0"]
    )
    #expect(
      try await sent { _ = try await $0.search("", songs: 20, offset: 40) }
        == [
          "search3 query= artistCount=0 artistOffset=40 albumCount=0 albumOffset=40 songCount=20"
            + " songOffset=40"
        ]
    )
    #expect(
      try await sent { _ = try await $0.randomSongs(limit: 9, fromYear: 1970) }
        == ["getRandomSongs size=9 fromYear=1970"]
    )
    #expect(
      try await sent { _ = try await $0.similarSongs(toArtist: "1", limit: 3) }
        == ["getSimilarSongs2 id=1 count=3"]
    )
    #expect(
      try await sent { _ = try await $0.topSongs(ofArtist: "A", limit: 3) }
        == ["getTopSongs artist=A count=3"]
    )
    #expect(try await sent { _ = try await $0.stations() } == ["getInternetRadioStations"])
    #expect(
      try await sent { _ = try await $0.podcasts("3") } == ["getPodcasts includeEpisodes=true id=3"]
    )
    #expect(try await sent { _ = try await $0.lyrics(ofSong: "1") } == ["getLyricsBySongId id=1"])
    #expect(
      try await sent { _ = try await $0.lyrics(artist: "A", title: "T") }
        == ["getLyrics artist=A title=T"]
    )
  }

  @Test("Writes are sent unchanged")
  func writing() async throws {
    #expect(try await sent { try await $0.star(.album("1")) } == ["star albumId=1"])
    #expect(try await sent { try await $0.unstar(.song("1")) } == ["unstar id=1"])
    #expect(try await sent { try await $0.star(.artist("1")) } == ["star artistId=1"])
    #expect(try await sent { try await $0.rate("1", 0) } == ["setRating id=1 rating=0"])
    #expect(try await sent { try await $0.deletePlaylist("1") } == ["deletePlaylist id=1"])
    #expect(
      try await sent { try await $0.createPlaylist("N", songs: ["1", "2", "1"]) }
        == ["createPlaylist name=N songId=1 songId=2 songId=1"]
    )
    #expect(
      try await sent {
        try await $0.updatePlaylist(
          "7",
          name: "N",
          isPublic: true,
          adding: ["1"],
          removing: [0, 2]
        )
      } == [
        "updatePlaylist playlistId=7 name=N public=true songIndexToRemove=0 songIndexToRemove=2"
          + " songIdToAdd=1"
      ]
    )
    let date = Date(timeIntervalSince1970: 1_700_000_000.5)
    #expect(
      try await sent { try await $0.scrobble("1", at: date) }
        == ["scrobble id=1 time=1700000000500 submission=true"]
    )
    #expect(
      try await sent { try await $0.scrobble("1", at: nil, isSubmission: false) }
        == ["scrobble id=1 submission=false"]
    )
  }

  @Test("Invalid requests are not sent")
  func arguments() async throws {
    let long = String(repeating: "x", count: 2_000)
    #expect(try await sent { _ = try await $0.song("") }.isEmpty)
    #expect(try await sent { _ = try await $0.song(long) }.isEmpty)
    #expect(try await sent { try await $0.rate("1", 6) }.isEmpty)
    #expect(try await sent { _ = try await $0.search(long) }.isEmpty)
    #expect(try await sent { _ = try await $0.answer(to: "../admin") }.isEmpty)
  }

  @Test("Many songs of a playlist are split into requests, in their order")
  func manySongs() async throws {
    let transport = StubTransport { _ in SubsonicFixture.ok(#""playlist":{"id":"9","name":"N"}"#) }
    let client = try SubsonicFixture.client(transport)
    let ids = (0..<300).map { "3f698a0d-6be8-47d7-b13b-\($0 + 100_000_000_000)" }
    try await client.createPlaylist("N", songs: ids)
    #expect(
      transport.calls.map(\.endpoint) == [
        "createPlaylist", "updatePlaylist", "updatePlaylist", "getPlaylist",
      ]
    )
    #expect(transport.calls.flatMap { $0.values("songId") + $0.values("songIdToAdd") } == ids)
    #expect(transport.calls.dropFirst().dropLast().allSatisfy { $0.values("playlistId") == ["9"] })
  }

  @Test("Songs are removed from a playlist by their positions, the last ones first")
  func removal() async throws {
    let entries = (0..<250).map { #"{"id":"\#($0 % 2)","title":"T"}"# }.joined(separator: ",")
    let transport = StubTransport { _ in
      SubsonicFixture.ok(#""playlist":{"id":"9","name":"N","entry":[\#(entries)]}"#)
    }
    let service = SubsonicService(client: try SubsonicFixture.client(transport))
    let songs = ["1", "absent"].map { MusicLink(service: .subsonic, kind: .song, id: $0) }
    try await service.remove(songs, fromPlaylist: "9")
    #expect(transport.calls.map(\.endpoint) == ["getPlaylist", "updatePlaylist", "updatePlaylist"])
    let removed = transport.calls.map { $0.values("songIndexToRemove").compactMap(Int.init) }
    #expect(removed.map(\.count) == [0, 100, 25])
    #expect(Array(removed.reversed().joined()) == (0..<125).map { 2 * $0 + 1 })
  }

  @Test("A playlist with unreadable songs stays unchanged, because positions are unknown")
  func unreadableRemoval() async throws {
    let transport = StubTransport { _ in
      SubsonicFixture.ok(#""playlist":{"id":"9","name":"N","entry":[7,{"id":"1","title":"T"}]}"#)
    }
    let service = SubsonicService(client: try SubsonicFixture.client(transport))
    let song = MusicLink(service: .subsonic, kind: .song, id: "1")
    #expect(
      await codeThrown { try await service.remove([song], fromPlaylist: "9") } == .malformedReply
    )
    #expect(transport.calls.map(\.endpoint) == ["getPlaylist"])
  }

  @Test("Of a long queue, the part around its current song is stored on the server")
  func longQueue() async throws {
    let ids = (0..<1_000).map { "id-\($0)" }
    let client = try SubsonicFixture.client(transport)
    try await client.savePlayQueue(ids, current: 500, position: .milliseconds(61_500))
    let call = try #require(transport.calls.last)
    #expect(call.values("current") == ["id-500"])
    #expect(call.values("position") == ["61500"])
    #expect(call.values("id") == Array(ids[480..<600]))
    try await client.savePlayQueue(ids, current: 999)
    #expect(transport.calls.last?.values("id").last == "id-999")
    try await client.savePlayQueue([])
    #expect(transport.calls.last?.values("id") == [])
  }

  @Test("The server's extensions are requested once")
  func extensions() async throws {
    let transport = SubsonicFixture.transport([
      "getOpenSubsonicExtensions": SubsonicFixture.ok(
        #""openSubsonicExtensions":[{"name":"songLyrics","versions":[1]}]"#
      )
    ])
    let client = try SubsonicFixture.client(transport)
    for _ in 0..<3 { #expect(try await client.extensions().contains("songLyrics")) }
    #expect(try await !client.extensions().contains("songLyrics", version: 2))
    #expect(transport.calls.count == 1)
    let old = SubsonicFixture.transport([
      "getOpenSubsonicExtensions": SubsonicFixture.error(0, status: .notFound)
    ])
    let other = try SubsonicFixture.client(old)
    for _ in 0..<2 { #expect(try await other.extensions().all.isEmpty) }
    #expect(old.calls.count == 1)
  }

  @Test("Lists of one, numbers instead of ids, and missing members are read")
  func oldServers() async throws {
    let client = try SubsonicFixture.client(
      SubsonicFixture.transport([
        "getAlbum": SubsonicFixture.ok(
          #""album":{"id":7,"name":"N","artistId":4,"song":{"id":9,"title":"T","duration":"12"}}"#
        ),
        "getAlbumList2": SubsonicFixture.ok(#""albumList2":{}"#),
        "getPlaylists": SubsonicFixture.ok(
          #""playlists":{"playlist":[{"id":"1"},{"name":"without an id"},null,{"id":"2"}]}"#
        ),
        "getSong": SubsonicFixture.ok(),
      ])
    )
    let album = try await client.album("7")
    #expect(album.id == "7" && album.artistId == "4")
    #expect(album.song?.map(\.id) == ["9"])
    #expect(album.song?.first?.duration == 12)
    #expect(try await client.albums(.newest).isEmpty)
    #expect(try await client.playlists().map(\.id) == ["1", "2"])
    await #expect { _ = try await client.song("1") } throws: {
      ($0 as? CatalogError)?.code == .malformedReply
    }
  }

  @Test("A search pages until a page is not full")
  func searchPages() async throws {
    let transport = StubTransport { call in
      let offset = Int(call.values("songOffset").first ?? "") ?? 0
      let songs = (offset..<min(offset + 2, 5)).map { SubsonicFixture.song("\($0)") }
      return SubsonicFixture.ok(#""searchResult3":{"song":[\#(songs.joined(separator: ","))]}"#)
    }
    let client = try SubsonicFixture.client(transport)
    var page: CatalogPage? = try await client.search("x", for: .song, limit: 2)
    var items: [String] = []
    while let entries = page?.entries {
      items += entries.compactMap(\.item)
      page = try await page?.next()
    }
    #expect(items == (0..<5).map { "subsonic:\($0)" })
    #expect(transport.calls.count == 3)
  }
}
