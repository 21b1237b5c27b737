import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The library and history of a user", .tags(.pure))
struct PersonalTests {
  @Test("Lists of the user are requested at their paths, with their limits")
  func lists() async throws {
    let bench = try bench { _ in .list([]) }
    let client = bench.client
    _ = try await client.list(AppleMusic.PersonalRecommendations.self, limit: 5)
    _ = try await client.list(.heavyRotation, limit: 10, offset: 10)
    _ = try await client.list(.recentlyPlayed)
    _ = try await client.list(.recentTracks, types: [.songs, .librarySongs], limit: 30)
    _ = try await client.list(.recentlyAdded, limit: 25)
    _ = try await client.list(.recentStations)
    _ = try await client.list(AppleMusic.LibrarySongs.self, limit: 100, offset: 200)
    _ = try await client.list(AppleMusic.LibraryAlbums.self)
    _ = try await client.list(AppleMusic.LibraryArtists.self)
    _ = try await client.list(AppleMusic.LibraryPlaylists.self)
    _ = try await client.list(AppleMusic.LibraryMusicVideos.self)
    _ = try await client.list(AppleMusic.LibraryPlaylistFolders.self)
    _ = try await client.list(AppleMusic.LibrarySongs.self, with: [\.catalog])
    _ = try await client.resources(AppleMusic.LibraryAlbums.self, ids: ["l.1"])
    #expect(
      bench.asked == [
        "GET me/recommendations?limit=5", "GET me/history/heavy-rotation?limit=10&offset=10",
        "GET me/recent/played", "GET me/recent/played/tracks?types=songs,library-songs&limit=30",
        "GET me/library/recently-added?limit=25", "GET me/recent/radio-stations",
        "GET me/library/songs?limit=100&offset=200", "GET me/library/albums",
        "GET me/library/artists", "GET me/library/playlists", "GET me/library/music-videos",
        "GET me/library/playlist-folders", "GET me/library/songs?include=catalog",
        "GET me/library/albums?ids=l.1",
      ]
    )
    #expect(bench.field("Music-User-Token").allSatisfy { $0 == "me" })
  }

  @Test("The library is searched by its own types")
  func search() async throws {
    let song = #"{"id":"i.1","type":"library-songs","attributes":{"name":"Mine"}}"#
    let bench = try bench { _ in
      .text(#"{"results":{"library-songs":{"data":[\#(song)]}}}"#)
    }
    let found = try await bench.client.search("a b", for: [.librarySongs], limit: 25)
    #expect(found.librarySongs?.first?.name == "Mine")
    #expect(bench.asked == ["GET me/library/search?term=a b&types=library-songs&limit=25"])
  }

  @Test("A playlist is created with its tracks and its folder, and the answer names it")
  func createPlaylist() async throws {
    let made = #"{"id":"p.1","type":"library-playlists","attributes":{"name":"Mix"}}"#
    let bench = try bench { _ in
      var reply = HTTPTransportResponse.list([made])
      reply.response.status = .created
      return reply
    }
    let playlist = try await bench.client.createPlaylist(
      named: "Mix",
      description: "made \"here\"",
      isPublic: false,
      tracks: [
        .init(id: "1", type: "songs", href: "/v1/x"), .init(id: "i.2", type: "library-songs"),
      ],
      inFolder: "p.root"
    )
    #expect(playlist.id == "p.1")
    #expect(bench.asked == ["POST me/library/playlists"])
    #expect(bench.field("Content-Type") == ["application/json"])
    #expect(
      bench.bodies == [
        #"{"attributes":{"description":"made \"here\"","isPublic":false,"name":"Mix"},"#
          + #""relationships":{"parent":{"data":[{"id":"p.root","type":"library-playlist-folders"}]},"#
          + #""tracks":{"data":[{"id":"1","type":"songs"},{"id":"i.2","type":"library-songs"}]}}}"#
      ]
    )
  }

  @Test("A playlist with only a name sends nothing else, and one without a name is refused")
  func plainPlaylist() async throws {
    let bench = try bench { _ in .list([]) }
    let client = bench.client
    #expect(
      await codeThrown { _ = try await client.createPlaylist(named: "A") } == .malformedReply
    )
    #expect(bench.bodies == [#"{"attributes":{"name":"A"}}"#])
    #expect(
      await codeThrown { _ = try await client.createPlaylist(named: " ") } == .invalidArgument
    )
    #expect(bench.transport.calls.count == 1)
  }

  @Test("Tracks are added to a playlist, and an empty addition sends no request")
  func addTracks() async throws {
    let bench = try bench { _ in .empty(204) }
    try await bench.client.add([.init(id: "1", type: "songs")], toPlaylist: "p.1/2")
    try await bench.client.add([], toPlaylist: "p.1")
    #expect(
      bench.transport.calls.map(\.request.path) == [
        "/applemusic/v1/me/library/playlists/p.1%2F2/tracks"
      ]
    )
    #expect(bench.bodies == [#"{"data":[{"id":"1","type":"songs"}]}"#])
  }

  @Test("Additions to the library or the favorites are accepted without a body")
  func addToLibrary() async throws {
    let bench = try bench { _ in .empty(202) }
    let things: [AppleMusic.Identifier] = [
      .init(id: "1", type: "songs"), .init(id: "2", type: "songs"), .init(id: "3", type: "albums"),
    ]
    try await bench.client.addToLibrary(things)
    try await bench.client.addToFavorites([things[0]])
    try await bench.client.addToLibrary([])
    #expect(
      bench.asked == [
        "POST me/library?ids[songs]=1,2&ids[albums]=3", "POST me/favorites?ids[songs]=1",
      ]
    )
  }

  @Test("A rating is read, set, changed and removed, and a missing one is not an error")
  func ratings() async throws {
    let love = #"{"id":"1","type":"ratings","attributes":{"value":1}}"#
    let rest: [HTTPTransportResponse] = [
      .list([love]), .error(404, code: "40400"), .list([love]), .empty(204),
      .error(404, code: "40400"),
    ]
    let bench = try ClientBench(userTokens: TurningUserTokens(["me"]), script: rest)
    let client = bench.client
    #expect(try await client.rating(of: "1", type: .songs) == .love)
    #expect(try await client.rating(of: "2", type: .songs) == nil)
    try await client.rate("1", type: .librarySongs, as: .dislike)
    try await client.removeRating(of: "1", type: .songs)
    try await client.removeRating(of: "1", type: .songs)
    #expect(
      bench.asked == [
        "GET me/ratings/songs/1", "GET me/ratings/songs/2", "PUT me/ratings/library-songs/1",
        "DELETE me/ratings/songs/1", "DELETE me/ratings/songs/1",
      ]
    )
    #expect(bench.bodies[2] == #"{"attributes":{"value":-1},"type":"rating"}"#)
  }

  @Test("Many ratings are read at once, and unrated items are omitted")
  func manyRatings() async throws {
    let bench = try bench { call in
      call.request.path?.contains("=0,") == true
        ? .list([#"{"id":"0","type":"ratings","attributes":{"value":-1}}"#])
        : .error(404, code: "40400")
    }
    let ids = (0..<150).map(String.init)
    #expect(try await bench.client.ratings(of: ids, type: .songs) == ["0": .dislike])
    #expect(bench.transport.calls.count == 2)
  }

  private func bench(
    _ answer: @escaping @Sendable (HTTPTransportRequest) async throws -> HTTPTransportResponse
  ) throws -> ClientBench {
    try ClientBench(userTokens: TurningUserTokens(["me"]), answer)
  }
}
