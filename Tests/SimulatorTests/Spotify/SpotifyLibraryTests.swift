import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify's library and playlists", .tags(.pure))
struct SpotifyLibraryTests {
  @Test(
    "Members have both forms, with null, an episode and a local file",
    arguments: ["item", "track"]
  )
  func members(form: String) async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.ownPlaylist)
    let reply = await harness.me("/v1/playlists/\(id)/\(form)s?limit=50")
    let items = try #require(reply.list("items"))
    #expect(items.contains { $0[form] is NSNull })
    #expect(items.allSatisfy { $0[form == "item" ? "track" : "item"] == nil })
    let members = items.compactMap { $0[form] as? [String: Any] }
    #expect(members.contains { $0["type"] as? String == "episode" })
    let local = try #require(members.first { $0["is_local"] as? Bool == true })
    #expect(local["id"] is NSNull)
    #expect((local["uri"] as? String)?.hasPrefix("spotify:local:") == true)
  }

  @Test("An own playlist has the form of the app's class")
  func playlist() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.ownPlaylist)
    let full = await harness.me("/v1/playlists/\(id)")
    #expect(full.at("tracks.items.0.track") != nil)
    #expect(full.text("owner.id") == "mira")
    harness.spotify.change { $0.appClass = .development }
    let cut = await harness.me("/v1/playlists/\(id)")
    #expect(cut.at("items.items.0.item") != nil)
    #expect(cut.at("tracks") == nil)
    #expect(await harness.me("/v1/playlists/\(id)/tracks").status == 403)
    #expect(await harness.me("/v1/playlists/\(id)/items").status == 200)
  }

  @Test("In development mode others' playlists are forbidden, and the service's do not exist")
  func others() async throws {
    let harness = SpotifyHarness()
    let other = try #require(harness.landmarks.othersPlaylist)
    let service = try #require(harness.landmarks.servicesPlaylist)
    #expect(await harness.me("/v1/playlists/\(other)/items").status == 200)
    #expect(await harness.get("/v1/playlists/\(service)").status == 200)
    harness.spotify.change { $0.appClass = .development }
    #expect(await harness.me("/v1/playlists/\(other)/items").status == 403)
    #expect(await harness.me("/v1/playlists/\(service)").status == 404)
  }

  @Test("A new playlist accepts up to a hundred tracks at a time")
  func making() async throws {
    let harness = SpotifyHarness()
    let made = await harness.me(
      "/v1/me/playlists",
      method: "POST",
      body: "{\"name\":\"Rain & Shine\",\"public\":false}"
    )
    #expect(made.status == 201)
    let id = try #require(made.text("id"))
    let uri = "spotify:track:\(try #require(harness.landmarks.completeTrack))"
    let added = await harness.me(
      "/v1/playlists/\(id)/items",
      method: "POST",
      body: "{\"uris\":[\"\(uri)\"],\"position\":0}"
    )
    #expect(added.status == 201)
    #expect(added.text("snapshot_id") != made.text("snapshot_id"))
    let items = await harness.me("/v1/playlists/\(id)/items")
    #expect(items.text("items.0.item.uri") == uri)
    let many = Array(repeating: "\"\(uri)\"", count: 101).joined(separator: ",")
    let path = "/v1/playlists/\(id)/items"
    #expect(await harness.me(path, method: "POST", body: "{\"uris\":[\(many)]}").status == 400)
    let gone = await harness.me(
      path,
      method: "DELETE",
      body: "{\"items\":[{\"uri\":\"\(uri)\"}]}"
    )
    #expect(gone.status == 200)
    #expect(await harness.me(path).at("total") as? Int == 0)
    let mine = await harness.me("/v1/me/playlists?limit=50")
    #expect(mine.ids("items")?.contains(id) == true)
    let others = try #require(harness.landmarks.othersPlaylist)
    let refused = await harness.me(
      "/v1/playlists/\(others)/items",
      method: "POST",
      body: "{\"uris\":[\"\(uri)\"]}"
    )
    #expect(refused.status == 403)
  }

  @Test("Members can be moved and replaced")
  func moving() async throws {
    let harness = SpotifyHarness()
    let id = try #require(harness.landmarks.ownPlaylist)
    let path = "/v1/playlists/\(id)/items"
    let before = await harness.me(path)
    let first = before.text("items.0.item.uri")
    let moved = await harness.me(
      path,
      method: "PUT",
      body: "{\"range_start\":0,\"insert_before\":3}"
    )
    #expect(moved.status == 200)
    #expect(await harness.me(path).text("items.2.item.uri") == first)
    let uri = "spotify:track:\(try #require(harness.landmarks.completeTrack))"
    _ = await harness.me(path, method: "PUT", body: "{\"uris\":[\"\(uri)\"]}")
    #expect(await harness.me(path).at("total") as? Int == 1)
    let bad = "{\"range_start\":0,\"insert_before\":9,\"range_length\":9223372036854775807}"
    #expect(await harness.me(path, method: "PUT", body: bad).status == 400)
  }

  @Test("Items are saved, checked and removed by URI, forty at most")
  func saving() async throws {
    let harness = SpotifyHarness()
    let uri = "spotify:track:\(try #require(harness.landmarks.completeTrack))"
    let artist = "spotify:artist:\(harness.landmarks.prolificArtist)"
    _ = await harness.me("/v1/me/library?uris=\(uri)", method: "DELETE")
    let path = "/v1/me/library/contains?uris=\(uri),\(artist)"
    func contains() async throws -> [Bool]? {
      try JSONSerialization.jsonObject(with: await harness.me(path).body) as? [Bool]
    }
    #expect(try await contains() == [false, false])
    #expect(await harness.me("/v1/me/library?uris=\(uri),\(artist)", method: "PUT").status == 200)
    #expect(try await contains() == [true, true])
    #expect(await harness.me("/v1/me/tracks").text("items.0.track.uri") == uri)
    let many = Array(repeating: uri, count: 41).joined(separator: ",")
    #expect(await harness.me("/v1/me/library?uris=\(many)", method: "PUT").status == 400)
  }

  @Test("Saved tracks and albums have the time of saving")
  func saved() async {
    let harness = SpotifyHarness()
    let tracks = await harness.me("/v1/me/tracks?limit=50")
    #expect(tracks.list("items")?.count == 50)
    #expect(tracks.text("items.0.added_at")?.hasSuffix("Z") == true)
    #expect(tracks.text("next") != nil)
    #expect(await harness.me("/v1/me/albums").text("items.0.album.uri") != nil)
    #expect(await harness.me("/v1/me/tracks?limit=51").status == 400)
  }
}
