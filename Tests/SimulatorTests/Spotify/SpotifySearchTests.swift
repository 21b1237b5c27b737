import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify's search", .tags(.pure))
struct SpotifySearchTests {
  @Test("An ISRC finds the tracks of its recording")
  func isrc() async throws {
    let harness = SpotifyHarness()
    let songs = harness.catalog.songsOfRecordings.max { $0.count < $1.count }
    let song = try #require(songs?.first)
    let isrc = try #require(harness.catalog.recording(of: song).isrc)
    let reply = await harness.get("/v1/search?q=isrc:\(isrc)&type=track&limit=50")
    let items = try #require(reply.list("tracks.items"))
    #expect(items.count > 25)
    #expect(
      items.allSatisfy { ($0["external_ids"] as? [String: Any])?["isrc"] as? String == isrc }
    )
    #expect(reply.at("albums") == nil)
  }

  @Test("Filters accept artist, album, track, year and UPC, quoted or not")
  func filters() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.completeTrack)
    let track = await harness.get("/v1/tracks/\(id)")
    let title = try #require(track.text("name"))
    let artist = try #require(track.text("artists.0.name"))
    let album = try #require(track.text("album.name"))
    let year = try #require(track.text("album.release_date")?.prefix(4))
    let query = "track:\"\(title)\" artist:\(artist) album:\"\(album)\" year:\(year)-\(year)"
    let escaped = try #require(
      query.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    )
    let found = await harness.get("/v1/search?q=\(escaped)&type=track&limit=50")
    #expect(found.ids("tracks.items")?.contains(id) == true)
    let wrong = await harness.get("/v1/search?q=zzqqx%20\(escaped)&type=track")
    #expect(wrong.at("tracks.total") as? Int == 0)
    let upc = try #require(harness.catalog.albums.compactMap(\.upc).first)
    let albums = await harness.get("/v1/search?q=upc:\(upc)&type=album")
    #expect(albums.at("albums.total") as? Int == 1)
    let genre = await harness.get("/v1/search?q=genre:jazz&type=artist,album")
    #expect((genre.at("artists.total") as? Int).map { $0 > 0 } == true)
    let new = await harness.get("/v1/search?q=tag:new&type=album&limit=50")
    let dates = try #require(new.list("albums.items")).compactMap { $0["release_date"] as? String }
    #expect(!dates.isEmpty && dates.allSatisfy { $0.hasPrefix("2026") })
  }

  @Test("A query is parsed as the service does")
  func syntax() {
    let query = SpotifySearchQuery("slow artist:The Band year:1990 songs \"of rain\"")
    #expect(query.words == ["slow", "songs", "of", "rain"])
    #expect(query.values(.artist) == ["The Band"])
    #expect(query.values(.year) == ["1990"])
    #expect(SpotifySearchQuery("artist:\"open").values(.artist) == ["open"])
    #expect(SpotifySearchQuery("").words.isEmpty)
  }

  @Test("Limits depend on the class of the app")
  func limits() async {
    let harness = SpotifyHarness()
    let path = "/v1/search?q=the&type=track"
    #expect(await harness.get(path).list("tracks.items")?.count == 20)
    #expect(await harness.get(path + "&limit=50").status == 200)
    let much = await harness.get(path + "&limit=51")
    #expect(much.status == 400)
    #expect(much.message == "Invalid limit")
    #expect(await harness.get(path + "&limit=0").status == 400)
    #expect(await harness.get(path + "&limit=50&offset=950").status == 200)
    #expect(await harness.get(path + "&limit=50&offset=951").message == "Invalid offset")
    harness.spotify.change { $0.appClass = .development }
    #expect(await harness.get(path).list("tracks.items")?.count == 5)
    #expect(await harness.get(path + "&limit=10").status == 200)
    #expect(await harness.get(path + "&limit=11").status == 400)
  }

  @Test("With a market, only tracks that are playable there are found")
  func market() async throws {
    let reply = await SpotifyHarness().get("/v1/search?q=the&type=track&market=JP&limit=50")
    let items = try #require(reply.list("tracks.items"))
    #expect(items.allSatisfy { $0["is_playable"] as? Bool == true })
    #expect(items.allSatisfy { $0["available_markets"] == nil })
  }

  @Test("Hidden playlists are null in the list")
  func hidden() async throws {
    let harness = SpotifyHarness()
    let top = await harness.get("/v1/search?q=top+100&type=playlist&limit=50")
    let items = try #require(top.at("playlists.items") as? [Any])
    #expect(items.contains { $0 is NSNull })
    let mixes = await harness.get("/v1/search?q=mix&type=playlist")
    #expect(
      mixes.list("playlists.items") != nil || !(mixes.at("playlists.items") as? [Any] ?? []).isEmpty
    )
  }

  @Test(
    "A search without words, type or a known type is refused",
    arguments: ["?type=track", "?q=a", "?q=a&type=song"]
  )
  func missing(query: String) async {
    #expect(await SpotifyHarness().get("/v1/search\(query)").status == 400)
  }
}
