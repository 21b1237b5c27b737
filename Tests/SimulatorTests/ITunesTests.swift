import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("The iTunes Search API", .tags(.local))
struct ITunesTests {
  private let catalog = InventedCatalog.standard
  private let base = "http://127.0.0.1:1"

  private func service(lock: Duration = .seconds(60)) -> ITunesService {
    ITunesService(catalog: catalog, lock: lock)
  }

  private func request(_ target: String, at seconds: TimeInterval = 0) -> SimulatedRequest {
    let parts = target.split(separator: "?", maxSplits: 1)
    return SimulatedRequest(
      method: "GET",
      path: String(parts[0]),
      query: parts.count > 1 ? Query.pairs(of: String(parts[1])) : [],
      headers: [:],
      body: Data(),
      now: Date(timeIntervalSince1970: 1_800_000_000 + seconds),
      mediaBase: "\(base)/media",
      serviceBase: "\(base)/itunes"
    )
  }

  /// The results of a request to a new service.
  private func results(_ target: String) async throws -> [[String: Any]] {
    let response = await service().respond(to: request(target))
    try #require(response.status == 200)
    let object = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
    let results = try #require(object?["results"] as? [[String: Any]])
    #expect(object?["resultCount"] as? Int == results.count)
    return results
  }

  private var us: Storefront { Storefront.all[0] }

  private func sold(_ matches: (Song) -> Bool = { _ in true }) throws -> Int {
    try #require(
      catalog.songs.indices.first { catalog.isSold(song: $0, in: us) && matches(catalog.songs[$0]) }
    )
  }

  private func query(_ words: String) -> String {
    words.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  private func title(_ song: Int) -> String {
    catalog.recordings[catalog.songs[song].recording].title.text
  }

  // MARK: - Format

  @Test("An answer begins with newlines, and its type is JavaScript")
  func form() async throws {
    try await withSimulator { simulator in
      let reply = try await Client.send(
        "/search?term=the+a&callback=f&nothing=1",
        at: simulator.itunes
      )
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "text/javascript; charset=utf-8")
      #expect(reply.text.hasPrefix("\n\n"))
      #expect(reply.object?["resultCount"] is Int)
    }
  }

  @Test("Identifiers are numbers, and equal the catalog's")
  func identifiers() async throws {
    let song = try sold { $0.preview == .usual }
    let id = catalog.id(song: song, in: us)
    let result = try #require(try await results("/lookup?id=\(id)").first)
    #expect(result["trackId"] as? Int == id)
    #expect(result["wrapperType"] as? String == "track")
    #expect(result["kind"] as? String == "song")
    #expect(result["trackName"] as? String == title(song))
    #expect(result["collectionId"] as? Int == catalog.id(album: catalog.songs[song].album, in: us))
    #expect(result["country"] as? String == "USA")
    let preview = try #require(result["previewUrl"] as? String)
    #expect(preview.hasPrefix("\(base)/media/previews/"))
    #expect((result["artworkUrl100"] as? String)?.hasSuffix("/100x100bb.jpg") == true)
    #expect((result["artworkUrl100"] as? String)?.hasPrefix("\(base)/media/artwork/") == true)
    #expect(result["isrc"] == nil)
  }

  @Test("Some songs have no preview")
  func withoutPreview() async throws {
    let song = try sold { $0.preview != .usual }
    let result = try #require(
      try await results("/lookup?id=\(catalog.id(song: song, in: us))").first
    )
    #expect(result["previewUrl"] == nil)
  }

  @Test("The preview address of a result is served")
  func previewIsServed() async throws {
    try await withSimulator { simulator in
      let song = try sold { $0.preview == .usual }
      let reply = try await Client.send(
        "/lookup?id=\(catalog.id(song: song, in: us))",
        at: simulator.itunes
      )
      let results = reply.object?["results"] as? [[String: Any]]
      let address = try #require(results?.first?["previewUrl"] as? String)
      let url = try #require(URL(string: address))
      #expect(simulator.previewFrames(at: url) != nil)
      #expect(try await Client.send("", at: url).status == 200)
    }
  }

  // MARK: - Search

  @Test("A search finds a song by its words, best match first, in any case")
  func search() async throws {
    let song = try sold()
    let found = try await results(
      "/search?media=music&entity=song&limit=200&term=\(query(title(song).uppercased()))"
    )
    #expect(found.contains { $0["trackId"] as? Int == catalog.id(song: song, in: us) })
    #expect(found.first?["trackName"] as? String == title(song))
    #expect(found.allSatisfy { $0["kind"] as? String == "song" })
  }

  @Test("Each entity returns its own kind")
  func entities() async throws {
    let artist = catalog.artists[catalog.recordings[catalog.songs[try sold()].recording].artist]
    let term = query(artist.name.text)
    let artists = try await results("/search?term=\(term)&entity=musicArtist")
    #expect(artists.first?["artistName"] as? String == artist.name.text)
    #expect(artists.allSatisfy { $0["wrapperType"] as? String == "artist" })
    #expect(artists.allSatisfy { $0["artworkUrl100"] == nil })
    let albums = try await results("/search?term=\(term)&entity=album")
    #expect(!albums.isEmpty)
    #expect(albums.allSatisfy { $0["collectionType"] as? String == "Album" })
    #expect(try await results("/search?term=\(term)&entity=mix").isEmpty)
  }

  @Test("Music videos are found by their entity")
  func videos() async throws {
    let index = try #require(
      catalog.musicVideos.indices.first { catalog.isSold(.init(.musicVideos, $0), in: us) }
    )
    let term = query(catalog.musicVideos[index].title.text)
    let found = try await results("/search?term=\(term)&entity=musicVideo&limit=200")
    #expect(found.contains { $0["trackId"] as? Int == IDSpace.musicVideos.id(index) })
    #expect(found.allSatisfy { $0["kind"] as? String == "music-video" })
  }

  @Test("Limit and offset slice one list, with 50 as the default and 200 as the maximum")
  func pages() async throws {
    let all = try await results("/search?term=a&entity=song&limit=200")
    try #require(all.count > 60)
    #expect(all.count <= 200)
    #expect(try await results("/search?term=a&entity=song").count == 50)
    #expect(try await results("/search?term=a&entity=song&limit=999").count == all.count)
    let page = try await results("/search?term=a&entity=song&limit=5&offset=7")
    #expect(page.map { $0["trackId"] as? Int } == all[7..<12].map { $0["trackId"] as? Int })
  }

  @Test("An attribute restricts which fields the words must match")
  func attribute() async throws {
    let song = try sold()
    let recording = catalog.recordings[catalog.songs[song].recording]
    let name = catalog.artists[recording.artist].name.text
    let byArtist = try await results(
      "/search?term=\(query(name))&entity=song&attribute=artistTerm&limit=200"
    )
    #expect(!byArtist.isEmpty)
    #expect(byArtist.allSatisfy { $0["artistName"] as? String == name })
    let byTitle = try await results(
      "/search?term=\(query(title(song)))&entity=song&attribute=songTerm"
    )
    #expect(byTitle.contains { $0["trackId"] as? Int == catalog.id(song: song, in: us) })
  }

  @Test("Explicit songs can be left out")
  func explicit() async throws {
    let all = try await results("/search?term=a&entity=song&limit=200")
    try #require(all.contains { $0["trackExplicitness"] as? String == "explicit" })
    let clean = try await results("/search?term=a&entity=song&limit=200&explicit=No")
    #expect(!clean.isEmpty)
    #expect(clean.allSatisfy { $0["trackExplicitness"] as? String != "explicit" })
  }

  @Test("An empty term and unknown words match nothing")
  func empty() async throws {
    for target in [
      "/search", "/search?term=", "/search?term=qqzzxxq", "/search?term=a&media=podcast",
    ] {
      #expect(try await results(target).isEmpty)
    }
  }

  @Test(
    "A wrong value of a known parameter is refused",
    arguments: ["country=zz", "entity=none", "media=none", "attribute=none"]
  )
  func refusals(parameter: String) async throws {
    let response = await service().respond(to: request("/search?term=a&\(parameter)"))
    #expect(response.status == 400)
    #expect(String(decoding: response.body, as: UTF8.self).contains("errorMessage"))
  }

  @Test("lang=ja_jp returns Japanese names")
  func language() async throws {
    let index = try #require(
      catalog.artists.indices.first { catalog.artists[$0].name.japanese != nil }
    )
    let id = IDSpace.artists.id(index)
    let english = try await results("/lookup?id=\(id)&country=jp").first
    let japanese = try await results("/lookup?id=\(id)&country=jp&lang=ja_jp").first
    #expect(english?["artistName"] as? String == catalog.artists[index].name.text)
    #expect(japanese?["artistName"] as? String == catalog.artists[index].name.japanese)
  }

  // MARK: - Look-up

  @Test("The parent comes first, followed by its children")
  func parentFirst() async throws {
    let album = catalog.songs[try sold()].album
    let id = catalog.id(album: album, in: us)
    let found = try await results("/lookup?id=\(id)&entity=song")
    #expect(found.first?["wrapperType"] as? String == "collection")
    #expect(found.dropFirst().allSatisfy { $0["wrapperType"] as? String == "track" })
    #expect(found.dropFirst().allSatisfy { $0["collectionId"] as? Int == id })
    #expect(found.count > 1)
    let limited = try await results("/lookup?id=\(id)&entity=song&limit=1")
    #expect(limited.count == 2)
    let artist = IDSpace.artists.id(catalog.albums[album].artist)
    let albums = try await results("/lookup?id=\(artist)&entity=album")
    #expect(albums.first?["wrapperType"] as? String == "artist")
    #expect(albums.dropFirst().allSatisfy { $0["wrapperType"] as? String == "collection" })
  }

  @Test("Albums can be sorted by date")
  func recent() async throws {
    let artist = try #require(catalog.artists.max { $0.albums.count < $1.albums.count })
    let id = IDSpace.artists.id(artist.index)
    let found = try await results("/lookup?id=\(id)&entity=album&sort=recent")
    let dates = found.dropFirst().map { $0["releaseDate"] as? String ?? "" }
    try #require(dates.count > 2)
    #expect(dates == dates.sorted(by: >))
  }

  @Test("Unknown ids are omitted, and a single unknown one returns an empty list")
  func unknown() async throws {
    let id = catalog.id(song: try sold(), in: us)
    #expect(try await results("/lookup?id=7,\(id),x,99999999999999999999").count == 1)
    #expect(try await results("/lookup?id=7").isEmpty)
    #expect(try await results("/lookup").isEmpty)
  }

  @Test("A song that a country does not sell is not found there")
  func country() async throws {
    let index = try #require(
      catalog.songs.indices.first { song in
        catalog.isSold(song: song, in: us)
          && !Storefront.all.allSatisfy { catalog.isSold(song: song, in: $0) }
      }
    )
    let other = try #require(Storefront.all.first { !catalog.isSold(song: index, in: $0) })
    let id = catalog.id(song: index, in: us)
    #expect(try await results("/lookup?id=\(id)").count == 1)
    #expect(try await results("/lookup?id=\(id)&country=\(other.id.uppercased())").isEmpty)
  }

  @Test("A UPC is found regardless of leading zeros")
  func upc() async throws {
    let album = try #require(
      catalog.albums.first { $0.upc != nil && catalog.isSold(album: $0.index, in: us) }
    )
    let upc = try #require(album.upc)
    let id = catalog.id(album: album.index, in: us)
    #expect(try await results("/lookup?upc=\(upc)").first?["collectionId"] as? Int == id)
    #expect(try await results("/lookup?upc=00\(upc)").first?["collectionId"] as? Int == id)
    let tracks = try await results("/lookup?upc=\(upc)&entity=song")
    #expect(tracks.first?["wrapperType"] as? String == "collection")
  }

  @Test("Songs of compilations name the album's artist next to their own")
  func compilation() async throws {
    let song = try sold { song in
      catalog.albums[song.album].artist != catalog.recordings[song.recording].artist
    }
    let result = try #require(
      try await results("/lookup?id=\(catalog.id(song: song, in: us))").first
    )
    let album = catalog.albums[catalog.songs[song].album]
    #expect(result["collectionArtistName"] as? String == catalog.artists[album.artist].name.text)
    #expect(result["collectionArtistId"] as? Int == IDSpace.artists.id(album.artist))
  }

  @Test("Two hundred identifiers are found at once, and five hundred are too many")
  func batches() async throws {
    let songs = catalog.songs.indices.filter { catalog.isSold(song: $0, in: us) }
    let ids = songs.prefix(300).map { String(catalog.id(song: $0, in: us)) }
    #expect(try await results("/lookup?id=\(ids.prefix(150).joined(separator: ","))").count == 150)
    #expect(try await results("/lookup?id=\(ids.joined(separator: ","))").count == 200)
    let many = (1...500).map(String.init).joined(separator: ",")
    #expect(await service().respond(to: request("/lookup?id=\(many)")).status == 502)
  }

  // MARK: - Rate, genres

  @Test("The 21st request in a minute is refused, and all others until the lock ends")
  func rate() async throws {
    let service = service(lock: .seconds(300))
    for second in 0..<20 {
      let answer = await service.respond(to: request("/lookup?id=1", at: Double(second)))
      #expect(answer.status == 200)
    }
    for second in [20.0, 61, 319] {
      let refused = await service.respond(to: request("/lookup?id=1", at: second))
      #expect(refused.status == 403)
      #expect(refused.body.isEmpty)
      #expect(refused.headers.isEmpty)
    }
    #expect(await service.respond(to: request("/lookup?id=1", at: 321)).status == 200)
  }

  @Test("One request every three seconds is never refused")
  func slowRate() async throws {
    let service = service()
    for turn in 0..<100 {
      let answer = await service.respond(to: request("/lookup?id=1", at: Double(turn) * 3.1))
      #expect(answer.status == 200)
    }
  }

  @Test("The lock ends by the simulator's clock")
  func lockByClock() async throws {
    try await withSimulator { simulator in
      for _ in 0..<20 { _ = try await Client.send("/lookup?id=1", at: simulator.itunes) }
      let refused = try await Client.send("/lookup?id=1", at: simulator.itunes)
      #expect(refused.status == 403)
      #expect(refused.body.isEmpty)
      simulator.advance(by: .seconds(61))
      #expect(try await Client.send("/lookup?id=1", at: simulator.itunes).status == 200)
    }
  }

  @Test("The genres are a tree below Music, without empty branches")
  func genres() async throws {
    let path = "/WebObjects/MZStoreServices.woa/ws/genres"
    let response = await service().respond(to: request("\(path)?id=34&cc=us"))
    let tree = try JSONSerialization.jsonObject(with: response.body) as? [String: [String: Any]]
    let root = try #require(tree?["34"])
    #expect(root["name"] as? String == "Music")
    #expect(root["id"] as? String == "34")
    let below = try #require(root["subgenres"] as? [String: [String: Any]])
    let blues = try #require(below["2"])
    let leaf = try #require((blues["subgenres"] as? [String: [String: Any]])?["1007"])
    #expect(leaf["name"] as? String == "Chicago Blues")
    #expect(leaf["subgenres"] == nil)
    #expect((root["rssUrls"] as? [String: String])?.isEmpty == false)
    #expect((root["chartUrls"] as? [String: String])?.isEmpty == false)
  }

  @Test("The charts list the best known items, with string ids, outside of the rate limit")
  func charts() async throws {
    let service = service()
    for kind in ["songs", "albums", "playlists", "music-videos"] {
      for _ in 0..<8 {
        let path = "/api/v2/us/music/most-played/10/\(kind).json"
        let response = await service.respond(to: request(path))
        let object = try JSONSerialization.jsonObject(with: response.body) as? [String: Any]
        let feed = try #require(object?["feed"] as? [String: Any])
        let results = try #require(feed["results"] as? [[String: Any]])
        #expect(results.count == 10)
        #expect(results.allSatisfy { $0["id"] is String && $0["kind"] as? String == kind })
      }
    }
    let odd = await service.respond(to: request("/api/v2/us/music/most-played/11/songs.json"))
    #expect(odd.status == 404)
  }

  @Test("Only GET requests of existing paths are answered")
  func others() async throws {
    var post = request("/search?term=a")
    post.method = "POST"
    #expect(await service().respond(to: post).status == 405)
    #expect(await service().respond(to: request("/nothing")).status == 404)
  }
}
