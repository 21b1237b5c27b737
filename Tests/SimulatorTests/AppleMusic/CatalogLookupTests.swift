import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Apple Music simulated: lookups", .tags(.pure))
struct CatalogLookupTests {
  private let harness = AppleMusicHarness()
  private var catalog: InventedCatalog { harness.catalog }

  @Test("A song is found by its id, with the identifiers of its albums and artists")
  func song() async throws {
    let index = harness.songs(1)[0]
    let id = harness.id(song: index)
    let reply = await harness.us("/songs/\(id)")
    #expect(reply.status == 200)
    #expect(reply.text("data.0.id") == id)
    #expect(reply.text("data.0.type") == "songs")
    #expect(reply.text("data.0.href") == "/v1/catalog/us/songs/\(id)")
    #expect(reply.at("data.0.relationships.albums.data.0.attributes") == nil)
    #expect(
      reply.text("data.0.relationships.artists.href") == "/v1/catalog/us/songs/\(id)/artists"
    )
    #expect(reply.text("data.0.attributes.playParams.kind") == "song")
    let preview = try #require(reply.text("data.0.attributes.previews.0.url"))
    let number = try #require(catalog.previewNumber(song: index))
    #expect(preview == "http://127.0.0.1:1/media/previews/\(number)-\(id).m4a")
  }

  @Test("Ids that do not exist are dropped silently, and the others keep their order")
  func many() async {
    let ids = harness.songs(3).map { harness.id(song: $0) }
    let reply = await harness.us("/songs?ids=\(ids[2]),999,i.abc,\(ids[0]),nonsense,\(ids[1])")
    #expect(reply.status == 200)
    #expect(reply.ids == [ids[2], ids[0], ids[1]])
    let none = await harness.us("/songs?ids=1,2")
    #expect(none.status == 200)
    #expect(none.data.isEmpty && none.json["data"] != nil)
  }

  @Test(
    "A single id that does not exist is 404 with code 40400",
    arguments: ["1", "i.abcdef", "x y"]
  )
  func missing(id: String) async {
    let reply = await harness.us("/songs/\(id.replacing(" ", with: "%20"))")
    #expect(reply.status == 404)
    #expect(reply.code == "40400")
    #expect(reply.title == "Resource Not Found")
    #expect(reply.detail == "Resource with requested id was not found")
  }

  @Test("No ids at all is 400 with code 40003", arguments: ["songs", "albums?ids=", "artists"])
  func noIDs(path: String) async {
    let reply = await harness.us("/\(path)")
    #expect(reply.status == 400)
    #expect(reply.code == "40003")
    #expect(reply.detail == "No id(s) supplied on the request")
    #expect(reply.parameter == "ids")
  }

  @Test(
    "A request has at most as many ids as the type allows",
    arguments: [
      ("songs", 300), ("albums", 100), ("artists", 25), ("music-videos", 100), ("playlists", 25),
      ("stations", 25), ("curators", 25), ("activities", 25), ("record-labels", 25),
    ]
  )
  func maximum(type: String, maximum: Int) async {
    func list(_ count: Int) -> String { (1...count).map(String.init).joined(separator: ",") }
    #expect(await harness.us("/\(type)?ids=\(list(maximum))").status == 200)
    let reply = await harness.us("/\(type)?ids=\(list(maximum + 1))")
    #expect(reply.status == 400)
    #expect(reply.code == "40005")
  }

  @Test("Several types at once return one mixed list")
  func mixed() async {
    let song = harness.id(song: harness.songs(1)[0])
    let artist = harness.id(artist: 3)
    let genre = "20"
    let reply = await harness.us(
      "?ids[songs]=\(song),5&ids%5Bartists%5D=\(artist)&ids[genres]=\(genre)"
    )
    #expect(reply.data.compactMap { $0["type"] as? String } == ["songs", "artists", "genres"])
    #expect(reply.ids == [song, artist, genre])
    #expect(await harness.us("").code == "40003")
  }

  @Test("One ISRC finds all songs of its recording, and meta names them")
  func isrc() async throws {
    let recording = try #require(
      catalog.recordings.first {
        $0.isrc != nil
          && catalog.songsOfRecordings[$0.index].filter { harness.isSold($0) }.count > 2
      }
    )
    let isrc = try #require(recording.isrc)
    let songs = catalog.songsOfRecordings[recording.index].filter { harness.isSold($0) }
    let reply = await harness.us("/songs?filter[isrc]=\(isrc),XXYYY0000000")
    #expect(Set(reply.ids) == Set(songs.map { harness.id(song: $0) }))
    #expect(reply.ids("meta.filters.isrc.\(isrc)")?.count == songs.count)
    #expect(reply.at("meta.filters.isrc.XXYYY0000000") == nil)
    let lower = await harness.us("/songs?filter[isrc]=\(isrc.lowercased())")
    #expect(lower.status == 200 && lower.data.isEmpty)
    let many = Array(repeating: isrc, count: 26).joined(separator: ",")
    #expect(await harness.us("/songs?filter[isrc]=\(many)").status == 400)
  }

  @Test("A UPC finds its album")
  func upc() async throws {
    let album = try #require(
      catalog.albums.first {
        $0.upc != nil && catalog.isSold(album: $0.index, in: harness.storefront)
      }
    )
    let upc = try #require(album.upc)
    let reply = await harness.us("/albums?filter[upc]=\(upc)")
    #expect(reply.ids == [harness.id(album: album.index)])
    #expect(reply.ids("meta.filters.upc.\(upc)") == reply.ids)
  }

  @Test("Equivalents are another storefront's ids of the same song")
  func equivalents() async throws {
    let moved = try #require(
      harness.songs(1) {
        harness.isSold($0.index, in: "jp")
          && harness.id(song: $0.index) != harness.id(song: $0.index, in: "jp")
      }.first
    )
    let id = harness.id(song: moved)
    #expect(await harness.send("/v1/catalog/jp/songs/\(id)").status == 404)
    let reply = await harness.send("/v1/catalog/jp/songs?filter[equivalents]=\(id)")
    #expect(reply.ids == [harness.id(song: moved, in: "jp")])
    #expect(reply.ids("meta.filters.equivalents.\(id)") == reply.ids)
    let absent = try #require(
      harness.songs(1) { song in
        catalog.songsOfRecordings[song.recording].allSatisfy { !harness.isSold($0, in: "jp") }
      }.first
    )
    let none = await harness.send(
      "/v1/catalog/jp/songs?filter[equivalents]=\(harness.id(song: absent))"
    )
    #expect(none.status == 200 && none.data.isEmpty)
  }

  @Test("With restrict=explicit, the equivalent of an explicit song is its clean version")
  func cleanEquivalent() async throws {
    let index = try #require(
      harness.songs(1) { song in
        catalog.recordings[song.recording].rating == .explicit
          && song.twin.map { harness.isSold($0) } == true
      }.first
    )
    let twin = try #require(catalog.songs[index].twin)
    let id = harness.id(song: index)
    let reply = await harness.us("/songs?filter[equivalents]=\(id)&restrict=explicit")
    #expect(reply.ids == [harness.id(song: twin)])
    #expect(reply.text("data.0.attributes.contentRating") == "clean")
  }

  @Test(
    "A storefront that is closed, unknown or in capitals is 400",
    arguments: ["xx", "US", "aq"]
  )
  func storefront(id: String) async {
    #expect(await harness.send("/v1/catalog/\(id)/songs/1").status == 400)
  }

  @Test("Every failure has its own id: 26 characters of base32")
  func failureIDs() async throws {
    var ids: Set<String> = []
    for _ in 0..<5 {
      let error = try #require(await harness.us("/songs/1").errors.first)
      let id = try #require(error["id"] as? String)
      #expect(id.wholeMatch(of: /[A-Z2-7]{26}/) != nil)
      #expect(error["status"] as? String == "404")
      ids.insert(id)
    }
    #expect(ids.count == 5)
  }

  @Test("A song may lack its previews or its playParams, and a preview its URL")
  func missingParts() async throws {
    func attributes(_ form: PreviewForm) async throws -> [String: Any] {
      let index = try #require(harness.songs(1) { $0.preview == form }.first)
      let reply = await harness.us("/songs/\(harness.id(song: index))")
      return try #require(reply.at("data.0.attributes") as? [String: Any])
    }
    #expect(try await attributes(.absent)["previews"] == nil)
    #expect((try await attributes(.empty)["previews"] as? [Any])?.isEmpty == true)
    let member = try await attributes(.withoutURL)["previews"] as? [[String: Any]]
    #expect(member?.count == 1 && member?[0]["url"] == nil)
    let silent = try #require(harness.songs(1) { !$0.isStreamable }.first)
    let reply = await harness.us("/songs/\(harness.id(song: silent))")
    #expect(reply.at("data.0.attributes.playParams") == nil)
    #expect(reply.at("data.0.attributes.name") != nil)
  }

  @Test("An artist has one main genre, and a song its genre, the root and the subgenre")
  func genreNames() async throws {
    let artist = try #require(
      catalog.artists.first { Genre.all[$0.genre].name == "New Wave" && !$0.albums.isEmpty }
    )
    let reply = await harness.us("/artists/\(harness.id(artist: artist.index))?include=albums")
    #expect(reply.at("data.0.attributes.genreNames") as? [String] == ["Alternative"])
    let album = reply.at("data.0.relationships.albums.data.0.attributes.genreNames")
    #expect(album as? [String] == ["Alternative", "Music", "New Wave"])
  }

  @Test("Artwork has URL templates of both forms")
  func artwork() async throws {
    let ids = harness.songs(300).map { harness.id(song: $0) }.joined(separator: ",")
    let reply = await harness.us("/songs?ids=\(ids)")
    let urls = reply.data.compactMap { Reply.at("attributes.artwork.url", in: $0) as? String }
    #expect(urls.contains { $0.hasSuffix("/{w}x{h}bb.jpg") })
    #expect(urls.contains { $0.hasSuffix("/{w}x{h}{c}.{f}") })
    #expect(urls.allSatisfy { $0.hasPrefix("http://127.0.0.1:1/media/artwork/") })
  }
}
