import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify's catalog", .tags(.pure))
struct SpotifyCatalogTests {
  @Test("An id has 22 characters, and leads back to its item", arguments: [0, 1, 4711])
  func ids(index: Int) {
    let ids = OpaqueID(kind: 1, seed: 1)
    let id = ids.base62(index)
    #expect(id.wholeMatch(of: /[0-9A-Za-z]{22}/) != nil)
    #expect(ids.index(base62: id) == index)
    #expect(OpaqueID(kind: 2, seed: 1).index(base62: id) == nil)
    #expect(ids.index(base62: String(repeating: "Z", count: 22)) == nil)
    let hexadecimal = ids.hexadecimal(index)
    #expect(hexadecimal.wholeMatch(of: /[0-9a-f]{40}/) != nil)
    #expect(ids.index(hexadecimal: hexadecimal) == index)
    #expect(ids.index(hexadecimal: String(hexadecimal.dropLast()) + "x") == nil)
  }

  @Test("A track has all members of a full track, and the recording's ISRC")
  func track() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.completeTrack)
    let reply = await harness.get("/v1/tracks/\(id)")
    #expect(reply.status == 200)
    #expect(reply.text("id") == id)
    #expect(reply.text("uri") == "spotify:track:\(id)")
    #expect(reply.text("href") == "http://127.0.0.1:1/spotify/v1/tracks/\(id)")
    #expect(reply.text("external_ids.isrc") == harness.landmarks.completeTrackISRC)
    #expect(reply.at("popularity") is Int)
    #expect(reply.text("album.id")?.count == 22)
    #expect((reply.at("available_markets") as? [String])?.contains("US") == true)
    #expect(reply.at("is_playable") == nil)
    let isrc = try #require(harness.landmarks.completeTrackISRC)
    #expect(harness.catalog.recordingsByISRC[isrc] != nil)
  }

  @Test("A malformed id is 400, an unknown one 404", arguments: ["tracks", "albums", "artists"])
  func badIDs(kind: String) async {
    let harness = SpotifyHarness()
    let malformed = await harness.get("/v1/\(kind)/abc")
    #expect(malformed.status == 400)
    #expect(malformed.message == "Invalid base62 id")
    let unknown = await harness.get("/v1/\(kind)/0000000000000000000000")
    #expect(unknown.status == 404)
    #expect(unknown.message == "Resource not found")
    #expect(unknown.at("error.status") as? Int == 404)
    let path = await harness.get("/v1/nothing")
    #expect(path.status == 404)
  }

  @Test("With a market, availability is stated only for that market")
  func market() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.completeTrack)
    let reply = await harness.get("/v1/tracks/\(id)?market=US")
    #expect(reply.at("is_playable") as? Bool == true)
    #expect(reply.at("available_markets") == nil)
    #expect(reply.at("album.available_markets") == nil)
    let user = await harness.me("/v1/tracks/\(id)")
    #expect(user.at("is_playable") as? Bool == true)
    #expect(await harness.get("/v1/tracks/\(id)?market=USA").status == 400)
  }

  @Test("A track that a market lacks is replaced by another one of the same recording")
  func relinking() async throws {
    let harness = SpotifyHarness()
    let asked = try #require(harness.landmarks.relinkedTrack)
    let market = try #require(harness.landmarks.relinkedMarket)
    let reply = await harness.get("/v1/tracks/\(asked)?market=\(market)")
    #expect(reply.text("id") == harness.landmarks.relinkedTo)
    #expect(reply.text("linked_from.id") == asked)
    #expect(reply.at("is_playable") as? Bool == true)
    let plain = await harness.get("/v1/tracks/\(asked)")
    #expect(plain.text("id") == asked)
    #expect(plain.text("external_ids.isrc") == reply.text("external_ids.isrc"))
    harness.spotify.change { $0.appClass = .development }
    let cut = await harness.get("/v1/tracks/\(asked)?market=\(market)")
    #expect(cut.text("id") == harness.landmarks.relinkedTo)
    #expect(cut.at("linked_from") == nil)
  }

  @Test("A track of no market is not playable anywhere")
  func nowhere() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.trackOfNoMarket)
    let plain = await harness.get("/v1/tracks/\(id)")
    #expect(plain.at("available_markets") as? [String] == [])
    let reply = await harness.get("/v1/tracks/\(id)?market=GB")
    #expect(reply.at("is_playable") as? Bool == false)
    #expect(reply.text("restrictions.reason") == "market")
  }

  @Test("Explicit tracks are restricted if the market forbids them")
  func explicit() async throws {
    let harness = SpotifyHarness()
    let brazil = try #require(Storefront.named("br"))
    let song = try #require(
      harness.catalog.songs.first { song in
        let same = harness.catalog.songsOfRecordings[song.recording]
        return harness.catalog.recordings[song.recording].rating == .explicit && same.count == 1
          && song.isStreamable && harness.catalog.isSold(song: song.index, in: brazil)
      }
    )
    let reply = await harness.get("/v1/tracks/\(harness.ids.tracks.base62(song.index))?market=BR")
    #expect(reply.at("is_playable") as? Bool == false)
    #expect(reply.text("restrictions.reason") == "explicit")
  }

  @Test("Some tracks have a preview, many do not, and none in development mode")
  func previews() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.completeTrack)
    let with = await harness.get("/v1/tracks/\(id)?market=US")
    let url = try #require(with.text("preview_url"))
    #expect(url.wholeMatch(of: /.*\/media\/mp3-preview\/[0-9a-f]{40}\?cid=client/) != nil)
    let other = try #require(harness.landmarks.trackWithoutPreview)
    #expect(await harness.get("/v1/tracks/\(other)?market=US").isNull("preview_url"))
    harness.spotify.change { $0.appClass = .development }
    #expect(await harness.get("/v1/tracks/\(id)?market=US").isNull("preview_url"))
  }

  @Test("Several ids return null for unknown ones, within the limit, outside of development mode")
  func batches() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.completeTrack)
    let reply = await harness.get("/v1/tracks?ids=\(id),0000000000000000000000")
    #expect(reply.text("tracks.0.id") == id)
    #expect(reply.isNull("tracks.1"))
    let many = Array(repeating: id, count: 51).joined(separator: ",")
    #expect(await harness.get("/v1/tracks?ids=\(many)").status == 400)
    let artist = harness.landmarks.prolificArtist
    #expect(await harness.get("/v1/artists?ids=\(artist)").text("artists.0.id") == artist)
    let albums = Array(repeating: "0000000000000000000000", count: 21).joined(separator: ",")
    #expect(await harness.get("/v1/albums?ids=\(albums)").status == 400)
    harness.spotify.change { $0.appClass = .development }
    let removed = await harness.get("/v1/tracks?ids=\(id)")
    #expect(removed.status == 403)
    #expect(removed.message == "Forbidden")
  }

  @Test("An album's tracks are paged, and the neighbors are absolute URLs")
  func pages() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.longAlbum)
    let album = await harness.get("/v1/albums/\(id)")
    #expect(album.text("external_ids.upc") != nil || album.at("external_ids") != nil)
    #expect(album.list("tracks.items")?.count == 50)
    let first = await harness.get("/v1/albums/\(id)/tracks?limit=50&market=US")
    #expect(first.isNull("previous"))
    #expect(first.at("items.0.album") == nil)
    #expect(first.at("items.0.external_ids") == nil)
    let next = try #require(first.text("next"))
    let start = "http://127.0.0.1:1/spotify"
    #expect(next.hasPrefix(start + "/v1/albums/\(id)/tracks?"))
    #expect(next.contains("offset=50") && next.contains("market=US"))
    let second = await harness.get(String(next.dropFirst(start.count)))
    #expect(second.at("offset") as? Int == 50)
    #expect(second.text("items.0.id") != first.text("items.0.id"))
    #expect(second.text("previous") != nil)
    #expect(await harness.get("/v1/albums/\(id)/tracks?limit=51").status == 400)
  }

  @Test("An artist's albums are grouped, and at most ten in development mode")
  func artistAlbums() async throws {
    let harness = SpotifyHarness()
    let path = "/v1/artists/\(harness.landmarks.prolificArtist)/albums"
    let singles = await harness.get(path + "?include_groups=single&limit=50")
    let items = try #require(singles.list("items"))
    #expect(items.count == 50)
    #expect(items.allSatisfy { $0["album_group"] as? String == "single" })
    #expect(items.allSatisfy { ($0["name"] as? String)?.hasSuffix(" - Single") == false })
    #expect(await harness.get(path + "?include_groups=other").status == 400)
    harness.spotify.change { $0.appClass = .development }
    let cut = await harness.get(path)
    #expect(cut.list("items")?.count == 5)
    #expect(cut.at("items.0.album_group") == nil)
    #expect(await harness.get(path + "?limit=11").status == 400)
  }

  @Test(
    "Development mode refuses the removed endpoints",
    arguments: ["top-tracks", "related-artists"]
  )
  func lost(path: String) async {
    let harness = SpotifyHarness()
    let artist = harness.landmarks.prolificArtist
    let full = await harness.get("/v1/artists/\(artist)/\(path)?market=US")
    #expect(full.status == 200)
    #expect((full.list("tracks") ?? full.list("artists"))?.isEmpty == false)
    let seeds = "/v1/recommendations?seed_artists=\(artist)&limit=7"
    #expect(await harness.get(seeds).list("tracks")?.count == 7)
    #expect(await harness.get("/v1/recommendations").status == 400)
    harness.spotify.change { $0.appClass = .development }
    #expect(await harness.get("/v1/artists/\(artist)/\(path)?market=US").status == 403)
    #expect(await harness.get(seeds).status == 403)
  }

  @Test("Development mode omits fields, and keeps the ISRC")
  func fields() async throws {
    let harness = SpotifyHarness { $0.appClass = .development }
    let id = try #require(harness.landmarks.completeTrack)
    let track = await harness.get("/v1/tracks/\(id)")
    #expect(track.at("popularity") == nil)
    #expect(track.at("available_markets") == nil)
    #expect(track.text("external_ids.isrc") != nil)
    let artist = await harness.get("/v1/artists/\(harness.landmarks.prolificArtist)")
    #expect(artist.at("followers") == nil)
    let album = await harness.get("/v1/albums/\(try #require(harness.landmarks.longAlbum))")
    #expect(album.at("label") == nil)
    #expect(album.at("popularity") == nil)
    let user = await harness.me("/v1/me")
    #expect(user.at("product") == nil && user.at("country") == nil && user.at("email") == nil)
    #expect(user.text("account_id") != nil)
    harness.spotify.change { $0.appClass = .extended }
    #expect(await harness.me("/v1/me").text("product") == "premium")
  }

  @Test("An app whose owner has no Premium can't use development mode")
  func blocked() async {
    let harness = SpotifyHarness {
      $0.appClass = .development
      $0.ownerIsPremium = false
    }
    let reply = await harness.get("/v1/search?q=a&type=track")
    #expect(reply.status == 403)
    #expect(reply.message?.hasPrefix("Your application is blocked") == true)
  }

  @Test("Too many requests exceed a window, and later a longer quota")
  func limits() async throws {
    let harness = SpotifyHarness { $0.requestsPerWindow = 2 }
    let path = "/v1/tracks/\(try #require(harness.landmarks.completeTrack))"
    #expect(await harness.get(path).status == 200)
    harness.now += 10
    #expect(await harness.get(path).status == 200)
    let refused = await harness.get(path)
    #expect(refused.status == 429)
    #expect(refused.message == "API rate limit exceeded")
    harness.now += 20
    #expect(await harness.get(path).status == 200)
    harness.spotify.change { $0.quotaIsExceeded = true }
    #expect(await harness.get(path).reason == "QUOTA_EXCEEDED")
    let header = SpotifyFailure.rate(retryAfter: 20).response.headers.first {
      $0.0 == "Retry-After"
    }
    #expect(header?.1 == "20")
  }
}
