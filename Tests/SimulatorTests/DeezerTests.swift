import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Deezer", .tags(.local))
struct DeezerTests {
  private let catalog = InventedCatalog.standard
  private let signer = PreviewSigner(secret: Data("secret".utf8))
  private let service: DeezerService
  private static let start = Date(timeIntervalSince1970: 1_764_000_000)

  init() {
    service = DeezerService(catalog: catalog, signer: signer)
  }

  private func get(_ pathAndQuery: String, after seconds: TimeInterval = 0) async -> Reply {
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1).map(String.init)
    return Reply(
      await service.respond(
        to: SimulatedRequest(
          method: "GET",
          path: parts[0],
          query: Query.pairs(of: parts.count > 1 ? parts[1] : ""),
          headers: [:],
          body: Data(),
          now: Self.start + seconds,
          mediaBase: "http://127.0.0.1:1/media",
          serviceBase: "http://127.0.0.1:1/deezer"
        )
      )
    )
  }

  /// A complete song, in the United States.
  private func song() throws -> Song {
    try #require(
      catalog.songs.first { song in
        song.isStreamable && song.preview == .usual && catalog.albums[song.album].upc != nil
          && catalog.isSold(song: song.index, in: Storefront.all[0])
          && catalog.recordings[song.recording].isrc != nil
      }
    )
  }

  private func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test("A track is found by id and by ISRC")
  func track() async throws {
    let song = try song()
    let recording = catalog.recordings[song.recording]
    let id = DeezerIDs.tracks.id(song.index)
    let reply = await get("/track/\(id)")
    #expect(reply.at("id") as? Int == id)
    #expect(reply.text("isrc") == recording.isrc)
    #expect(reply.at("duration") as? Int == recording.durationInMillis / 1_000)
    #expect(reply.at("bpm") is Double && reply.at("gain") is Double)
    #expect(reply.text("contributors.0.role") == "Main")
    #expect(reply.at("readable") as? Bool == true)
    let isrc = try #require(recording.isrc)
    #expect(await get("/track/isrc:\(isrc)").text("isrc") == isrc)
  }

  @Test("Errors come with status 200, and an unknown path returns a text as its error")
  func errors() async {
    let unknown = await get("/track/1")
    #expect(unknown.status == 200)
    #expect(unknown.text("error.type") == "DataException")
    #expect(unknown.at("error.code") as? Int == 800)
    #expect(await get("/track/isrc:XX0000000000").at("error.code") as? Int == 800)
    #expect(await get("/track/abc").at("error.code") as? Int == 500)
    #expect(await get("/search").at("error.code") as? Int == 501)
    #expect(await get("/search?q=dur_min:x").at("error.code") as? Int == 600)
    #expect(await get("/search?q=a&order=UP").at("error.code") as? Int == 500)
    let path = await get("/nothing")
    #expect(path.status == 404)
    #expect(path.text("error") == "Not Found")
  }

  @Test("The 51st request within five seconds exceeds the quota")
  func quota() async {
    for _ in 0..<50 { #expect(await get("/genre").at("error") == nil) }
    let refused = await get("/genre", after: 4.9)
    #expect(refused.status == 200)
    #expect(refused.at("error.code") as? Int == 4)
    #expect(await get("/genre", after: 5).at("error") == nil)
  }

  @Test("An album is found by id and by UPC, with its tracks")
  func album() async throws {
    let song = try song()
    let album = catalog.albums[song.album]
    let id = DeezerIDs.albums.id(song.album)
    let reply = await get("/album/\(id)")
    #expect(reply.text("upc") == album.upc)
    #expect(reply.list("tracks.data")?.count == reply.at("nb_tracks") as? Int)
    let upc = try #require(album.upc)
    #expect(await get("/album/upc:\(upc)").at("id") as? Int == id)
    let tracks = await get("/album/\(id)/tracks")
    #expect(tracks.at("data.0.isrc") != nil)
    #expect(tracks.at("data.0.album") == nil)
    let bare = try #require(catalog.albums.first { $0.releaseDate == nil })
    let dateless = await get("/album/\(DeezerIDs.albums.id(bare.index))")
    #expect(dateless.text("release_date") == "0000-00-00")
  }

  @Test("An artist has pictures, top tracks, similar artists, albums and playlists")
  func artist() async throws {
    let id = DeezerIDs.artists.id(InventedCatalog.prolificArtist)
    let artist = await get("/artist/\(id)")
    #expect(artist.text("picture_medium")?.hasSuffix("/250x250bb.jpg") == true)
    #expect(await get("/artist/\(id)/top").list("data")?.count == 5)
    #expect(await get("/artist/\(id)/related?limit=50").list("data")?.isEmpty == false)
    #expect(await get("/artist/\(id)/albums").list("data")?.count == 25)
    #expect(await get("/artist/\(id)/playlists").status == 200)
    #expect(await get("/artist/\(id)/other").status == 404)
  }

  @Test("Lists return at most a hundred items, and absolute URLs of their neighbors")
  func pages() async throws {
    let id = DeezerIDs.artists.id(InventedCatalog.prolificArtist)
    let first = await get("/artist/\(id)/albums?limit=500")
    #expect(first.list("data")?.count == 100)
    #expect(first.at("prev") == nil)
    let next = try #require(first.text("next"))
    let base = "http://127.0.0.1:1/deezer"
    #expect(next == "\(base)/artist/\(id)/albums?limit=100&index=100")
    let second = await get(String(next.dropFirst(base.count)))
    #expect(second.text("prev") != nil)
    #expect(second.at("data.0.id") as? Int != first.at("data.0.id") as? Int)
    #expect(second.at("total") as? Int == first.at("total") as? Int)
  }

  @Test("A playlist has tracks, and charts and genres are listed")
  func lists() async throws {
    let long = try #require(catalog.playlists.first { $0.tracks.count > 300 })
    let id = DeezerIDs.playlists.id(long.index)
    #expect(await get("/playlist/\(id)").text("title") == long.name)
    #expect(await get("/playlist/\(id)/tracks?limit=100").list("data")?.count == 100)
    let chart = await get("/chart/0")
    for key in ["tracks", "albums", "artists", "playlists"] {
      #expect(chart.list("\(key).data")?.count == 10)
    }
    let ranks = await get("/chart/0?limit=50").list("tracks.data")?.compactMap {
      $0["rank"] as? Int
    }
    #expect(ranks == ranks?.sorted(by: >) && ranks?.count == 50)
    let genres = await get("/genre")
    #expect(genres.at("data.0.id") as? Int == 0)
    let second = try #require(genres.at("data.1.id") as? Int)
    #expect(await get("/genre/\(second)").at("id") as? Int == second)
  }

  @Test("A search accepts words, filters, an order, and strict mode")
  func search() async throws {
    let song = try song()
    let recording = catalog.recordings[song.recording]
    let artist = catalog.artists[recording.artist].name.text
    let query = "artist:\"\(artist)\" track:\"\(recording.title.text)\""
    let found = await get("/search?q=\(escaped(query))&limit=100")
    let ids = try #require(found.list("data")).compactMap { $0["id"] as? Int }
    #expect(ids.contains(DeezerIDs.tracks.id(song.index)))
    #expect(found.at("data.0.isrc") == nil)
    let long = await get("/search/track?q=\(escaped("the dur_min:200 dur_max:210"))&limit=100")
    let lengths = try #require(long.list("data")).compactMap { $0["duration"] as? Int }
    #expect(!lengths.isEmpty && lengths.allSatisfy { (200...210).contains($0) })
    let ordered = await get("/search?q=the&order=DURATION_ASC&limit=100")
    let sorted = try #require(ordered.list("data")).compactMap { $0["duration"] as? Int }
    #expect(sorted == sorted.sorted())
    let loose = await get("/search/artist?q=th").at("total") as? Int
    let strict = await get("/search/artist?q=th&strict=on").at("total") as? Int
    #expect(try #require(loose) > 0)
    #expect(strict == 0)
    #expect(await get("/search/album?q=the").text("data.0.type") == "album")
    #expect(await get("/search/playlist?q=mix").text("data.0.type") == "playlist")
  }

  @Test("Some tracks have no preview, and some are not readable")
  func lacking() async throws {
    let silent = try #require(catalog.songs.first { $0.preview != .usual })
    #expect(await get("/track/\(DeezerIDs.tracks.id(silent.index))").text("preview") == "")
    let shut = try #require(catalog.songs.first { !$0.isStreamable })
    let reply = await get("/track/\(DeezerIDs.tracks.id(shut.index))")
    #expect(reply.at("readable") as? Bool == false)
    #expect(reply.at("available_countries") as? [String] == [])
  }

  private static func parts(_ title: String) -> [String] {
    let (short, version) = DeezerWriter.parts(of: title)
    return [short, version]
  }

  @Test("A title is separate from its version")
  func titles() {
    #expect(Self.parts("Rain (Live)") == ["Rain", "(Live)"])
    #expect(Self.parts("Rain") == ["Rain", ""])
    #expect(Self.parts("(Rain)") == ["(Rain)", ""])
  }

  @Test("A signature is valid only for its path and its time")
  func signature() {
    let end = Self.start + 60
    let token = signer.token(path: "/deezer/a.mp3", expires: end)
    #expect(token.hasPrefix("exp=1764000060~acl=/deezer/a.mp3*~hmac="))
    #expect(signer.accepts(token, path: "/deezer/a.mp3", at: Self.start))
    #expect(!signer.accepts(token, path: "/deezer/a.mp3", at: end))
    #expect(!signer.accepts(token, path: "/deezer/b.mp3", at: Self.start))
    let forged = token.replacing("1764000060", with: "1864000060")
    #expect(!signer.accepts(forged, path: "/deezer/a.mp3", at: Self.start))
    #expect(!signer.accepts(nil, path: "/deezer/a.mp3", at: Self.start))
    // Rounded to whole seconds, it never exceeds the end.
    let late = end.addingTimeInterval(0.9)
    #expect(!signer.accepts(signer.token(path: "/a.mp3", expires: late), path: "/a.mp3", at: late))
  }

  @Test("A preview is served until its address expires by the simulator's clock")
  func preview() async throws {
    let id = DeezerIDs.tracks.id(try song().index)
    try await withSimulator { simulator in
      func address() async throws -> URL {
        let track = try await Client.send("/track/\(id)", at: simulator.deezer)
        let text = try #require(track.object?["preview"] as? String)
        return try #require(URL(string: text))
      }
      let url = try await address()
      let reply = try await Client.send("", at: url)
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "audio/mpeg")
      let piece = try #require(simulator.mp3PreviewPieces.first { $0.data == reply.body })
      #expect(simulator.previewFrames(at: url) == piece.frames)
      simulator.advance(by: .seconds(15 * 60))
      #expect(try await Client.send("", at: url).status == 403)
      #expect(try await Client.send("", at: try await address()).status == 200)
      simulator.throttle(.deezer)
      let throttled = try await Client.send("/track/\(id)", at: simulator.deezer)
      #expect(throttled.status == 200)
      let error = throttled.object?["error"] as? [String: Any]
      #expect(error?["code"] as? Int == 4)
    }
  }

  @Test("All services know a recording by the same ISRC")
  func oneRecording() async throws {
    let isrc = try #require(catalog.recordings[try song().recording].isrc)
    let here = await get("/track/isrc:\(isrc)")
    let spotify = await SpotifyHarness().get("/v1/search?q=isrc:\(isrc)&type=track&market=US")
    #expect(here.text("title") == spotify.text("tracks.items.0.name"))
    #expect(here.text("artist.name") == spotify.text("tracks.items.0.artists.0.name"))
  }
}
