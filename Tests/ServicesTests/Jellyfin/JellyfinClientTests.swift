import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitJellyfin
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A Jellyfin server's items", .tags(.local))
struct JellyfinClientTests {
  @Test("are artists, their albums, and the songs in order")
  func browsing() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let artists = try await client.artists(limit: 5)
      #expect(artists.items.count == 5 && artists.total ?? 0 > 5)
      let second = try await client.artists(limit: 5, offset: 5)
      #expect(Set(second.items.map(\.id)).isDisjoint(with: artists.items.map(\.id)))
      let artist = try #require(artists.items.first { $0.name?.isEmpty == false })
      let album = try #require(try await client.albums(ofArtist: artist.id).first)
      #expect(album.type == "MusicAlbum" && album.albumArtist == artist.name)
      let songs = try await client.songs(ofAlbum: album.id)
      #expect(songs.allSatisfy { $0.albumID == album.id && $0.duration != nil })
      let places = songs.map { [$0.discNumber ?? 0, $0.number ?? 0] }
      #expect(places == places.sorted { $0.lexicographicallyPrecedes($1) })
      #expect(try await client.songs(ofArtist: artist.id, limit: 3).count <= 3)
      #expect(try await client.item(artist.id).kind == .artist)
    }
  }

  @Test("are genres with their songs")
  func genres() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let genres = try await client.genres(limit: 500).items
      let rock = try #require(genres.first { $0.name == "Rock" })
      let songs = try await client.items(Jellyfin.ItemQuery(.song, genre: rock.id), limit: 20)
      #expect(!songs.items.isEmpty && songs.items.allSatisfy { $0.genres == ["Rock"] })
    }
  }

  @Test("are found by a term, page by page, for each kind")
  func search() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      for kind in client.searchableKinds {
        // The name of some item of the kind.
        let some: Jellyfin.Items =
          switch kind {
          case .song: try await client.items(Jellyfin.ItemQuery(.song), limit: 200)
          case .album: try await client.items(Jellyfin.ItemQuery(.album), limit: 200)
          case .artist: try await client.artists(limit: 200)
          default: try await client.playlists(limit: 200)
          }
        let names = some.items.compactMap(\.name)
        let name = try #require(names.first { $0.wholeMatch(of: /[A-Za-z ]{6,}/) != nil })
        let page = try await client.search(name, for: kind, limit: 1)
        let entry = try #require(page.entries.first)
        #expect(entry.link.kind == kind && entry.item?.hasPrefix("jellyfin:") == true)
        let next = try await page.next()
        #expect(next?.entries.first?.link != entry.link)
      }
      await #expect(throws: CatalogError.self) {
        try await client.search("x", for: .station, limit: 1)
      }
    }
  }

  @Test(
    "are favorites, which the user sets and removes, at Jellyfin and at Emby",
    arguments: [
      false, true,
    ]
  )
  func favorites(isEmby: Bool) async throws {
    try await JellyfinBench.with { bench in
      bench.simulator.setJellyfinIsEmby(isEmby)
      let client = try bench.client()
      let song = try #require(try await client.items(.init(.song), limit: 1).items.first)
      #expect(song.userData?.isFavorite == false)
      try await client.setFavorite(true, song.id)
      #expect(try await client.favorites(.song).items.map(\.id) == [song.id])
      #expect(try await client.item(song.id).userData?.isFavorite == true)
      try await client.setFavorite(false, song.id)
      #expect(try await client.favorites(.song).items.isEmpty)
    }
  }

  @Test("are playlists, which the user makes, changes and deletes")
  func playlists() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let ids = try await client.items(.init(.song), limit: 3).items.map(\.id)
      let list = try await client.createPlaylist("Evening", songs: [ids[0], ids[1]])
      try await client.add([ids[2], ids[0]], toPlaylist: list)
      let songs = try await client.songs(ofPlaylist: list)
      #expect(songs.map(\.id) == [ids[0], ids[1], ids[2], ids[0]])
      let place = try #require(songs.last?.playlistItemID)
      try await client.remove([place], fromPlaylist: list)
      #expect(try await client.songs(ofPlaylist: list).map(\.id) == ids)
      let service = JellyfinService(client: client, isSignedIn: true)
      try await client.add([ids[1]], toPlaylist: list)
      for _ in 0..<2 {
        let song = MusicLink(service: .jellyfin, kind: .song, id: ids[1])
        try await service.remove([song], fromPlaylist: list)
        #expect(try await client.songs(ofPlaylist: list).map(\.id) == [ids[0], ids[2]])
      }
      #expect(try await client.playlists().items.contains { $0.name == "Evening" })
      try await client.deletePlaylist(list)
      await #expect { _ = try await client.item(list) } throws: {
        ($0 as? CatalogError)?.code == .notFound
      }
    }
  }

  @Test("carry lyrics, with times if the server has them, and covers in the wanted size")
  func contents() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let songs = try await client.items(.init(.song), limit: 100).items
      let source = JellyfinService(client: client)
      var timed: Set<Bool> = []
      for song in songs {
        let track = JellyfinTrack(song, server: "home")
        let lyrics = try await source.lyrics(of: track, metadata: track.metadata)
        #expect((lyrics != nil) == (song.hasLyrics == true))
        guard let lyrics else { continue }
        #expect(lyrics.lines.count == 4)
        timed.insert(lyrics.isTimed)
        if lyrics.isTimed { #expect(lyrics.lines[1].start == .seconds(6)) }
        if timed.count == 2 { break }
      }
      #expect(timed == [true, false])
      let foreign = URLTrack(path: "a.mp3")
      #expect(try await source.lyrics(of: foreign, metadata: TrackMetadata()) == nil)
      let track = JellyfinTrack(try #require(songs.first), server: "home")
      let key = try #require(track.metadata.artwork?.key)
      let artwork = JellyfinService(client: client)
      #expect(key.source == artwork.artworkSource)
      let picture = try await artwork.picture(key.id, atLeast: 300)
      #expect(picture.headers.isEmpty)
      let reply = try await bench.fetch(picture)
      #expect(reply.response.headerFields[.contentType] == "image/png")
      let request = try #require(bench.simulator.requests.last)
      #expect(request.query.contains("maxWidth=300"))
    }
  }

  @Test("survive members that are none, and lose nothing else")
  func leniency() async throws {
    let song = JellyfinFixture.song("1", #","UserData":7,"ImageTags":["x"],"ChildCount":"2""#)
    let transport = JellyfinFixture.transport([
      "/Items": JellyfinFixture.items("7", #"{"Name":"no id"}"#, song),
      "/Audio/1/Lyrics": .text(
        #"{"Lyrics":[{"Text":"one","Start":9223372036854775807},{"Text":2,"Start":-5},7]}"#
      ),
    ])
    let client = try JellyfinFixture.client(transport)
    let page = try await client.items(.init(.song))
    #expect(page.items.map(\.id) == ["1"] && page.items.unreadable.count == 2)
    #expect(page.items[0].childCount == 2 && page.items[0].userData == nil)
    let track = JellyfinTrack(id: "1")
    let lyrics = try await JellyfinService(client: client)
      .lyrics(of: track, metadata: TrackMetadata())
    #expect(lyrics?.lines.count == 2)
    for odd in [#"{"Items":{}}"#, "[]", "<html>", ""] {
      let odd = try JellyfinFixture.client(JellyfinFixture.transport(["/Items": .text(odd)]))
      await #expect { _ = try await odd.item("1") } throws: {
        ($0 as? CatalogError)?.code == .malformedReply
      }
    }
  }

  @Test("are read to the end, but not for ever")
  func bounds() async throws {
    let full = (0..<500).map { JellyfinFixture.song("s\($0)") }
    let endless = HTTPTransportResponse.text(#"{"Items":[\#(full.joined(separator: ","))]}"#)
    let transport = JellyfinFixture.transport(["/Playlists/p/Items": endless])
    let client = try JellyfinFixture.client(transport)
    #expect(try await client.songs(ofPlaylist: "p").count == 10_000)
    #expect(transport.calls.count { $0.path.hasSuffix("/Playlists/p/Items") } == 20)
  }

  @Test(
    "are not asked for by texts that cannot be ids",
    arguments: [
      "", "a/b", "../x", "a b", "a%2fb", String(repeating: "a", count: 300),
    ]
  )
  func ids(_ id: String) async throws {
    let transport = JellyfinFixture.transport()
    let client = try JellyfinFixture.client(transport)
    for work in [
      { _ = try await client.item(id) }, { try await client.setFavorite(true, id) },
      { _ = try await client.songs(ofPlaylist: id) }, { try await client.deletePlaylist(id) },
      { _ = try await client.lyrics(ofSong: id) },
    ] as [() async throws -> Void] {
      await #expect { try await work() } throws: {
        ($0 as? CatalogError)?.code == .invalidArgument
      }
    }
    #expect(transport.calls.isEmpty)
  }
}
