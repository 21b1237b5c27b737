import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify's player", .tags(.pure))
struct SpotifyPlayerTests {
  private static let kitchen = "0d1841b0976bae2a3a310dd74c0f3df354899bc8"
  private static let phone = "5fbb3ba6aa454b5534c4ba43a8c7e8e45a63ad0e"

  private func uri(_ song: Int, _ harness: SpotifyHarness) -> String {
    "spotify:track:\(harness.ids.tracks.base62(song))"
  }

  /// Three songs of an album that are playable in the user's country.
  private func songs(_ harness: SpotifyHarness) -> [Int] {
    let playable = harness.catalog.songs.filter {
      $0.isStreamable && harness.catalog.isSold(song: $0.index, in: Storefront.all[0])
        && $0.index % 211 != 17
    }
    return playable.prefix(3).map(\.index)
  }

  @discardableResult
  private func start(_ harness: SpotifyHarness) async -> [Int] {
    let songs = songs(harness)
    let uris = songs.map { "\"\(uri($0, harness))\"" }.joined(separator: ",")
    let reply = await harness.me(
      "/v1/me/player/play?device_id=\(Self.kitchen)",
      method: "PUT",
      body: "{\"uris\":[\(uris)]}"
    )
    #expect(reply.status == 204)
    return songs
  }

  private func command(
    _ path: String,
    _ harness: SpotifyHarness,
    method: String = "PUT",
    body: String = ""
  ) async -> Reply {
    await harness.me("/v1/me/player/\(path)", method: method, body: body)
  }

  private func state(_ harness: SpotifyHarness) async -> Reply {
    await harness.me("/v1/me/player")
  }

  @Test("No active device is 204 without a body")
  func nothing() async {
    let harness = SpotifyHarness()
    for path in ["/v1/me/player", "/v1/me/player/currently-playing"] {
      let reply = await harness.me(path)
      #expect(reply.status == 204)
      #expect(reply.body.isEmpty)
    }
    #expect(await harness.me("/v1/me/player/queue").isNull("currently_playing"))
  }

  @Test("Without an active device a command fails")
  func noDevice() async {
    let reply = await command("play", SpotifyHarness())
    #expect(reply.status == 404)
    #expect(reply.reason == "NO_ACTIVE_DEVICE")
    #expect(reply.message == "Player command failed: No active device found")
    let closed = SpotifyHarness { $0.hasDevices = false }
    #expect(await closed.me("/v1/me/player/devices").list("devices")?.isEmpty == true)
    let named = await command("play?device_id=\(Self.kitchen)", closed)
    #expect(named.reason == "NO_ACTIVE_DEVICE")
  }

  @Test("A device without an id accepts no commands, and a phone no volume")
  func devices() async throws {
    let harness = SpotifyHarness()
    let reply = await harness.me("/v1/me/player/devices")
    let devices = try #require(reply.list("devices"))
    #expect(devices.count == 3)
    #expect(devices.contains { $0["id"] is NSNull && $0["is_restricted"] as? Bool == true })
    await start(harness)
    #expect(await command("volume?volume_percent=30", harness).status == 204)
    #expect(await state(harness).at("device.volume_percent") as? Int == 30)
    let phone = await command("volume?volume_percent=30&device_id=\(Self.phone)", harness)
    #expect(phone.status == 403)
    #expect(phone.reason == "VOLUME_CONTROL_DISALLOW")
    #expect(await command("volume?volume_percent=101", harness).status == 400)
  }

  @Test("Without Premium the player can be read but not controlled")
  func premium() async {
    let harness = SpotifyHarness { $0.isPremium = false }
    let reply = await command("play?device_id=\(Self.kitchen)", harness)
    #expect(reply.status == 403)
    #expect(reply.reason == "PREMIUM_REQUIRED")
    #expect(await harness.me("/v1/me/player/devices").status == 200)
    #expect(await harness.me("/v1/me").text("product") == "free")
  }

  @Test("Playback continues by the simulator's clock, to the next track")
  func progress() async throws {
    let harness = SpotifyHarness()
    let songs = await start(harness)
    harness.now += 12.5
    var state = await state(harness)
    #expect(state.at("progress_ms") as? Int == 12_500)
    #expect(state.at("is_playing") as? Bool == true)
    #expect(state.text("item.uri") == uri(songs[0], harness))
    #expect(state.at("timestamp") as? Int == 1_764_000_000_000)
    #expect(state.at("actions.disallows.resuming") as? Bool == true)
    #expect(state.at("smart_shuffle") as? Bool == false)
    harness.now += 600
    state = await self.state(harness)
    #expect(state.text("item.uri") != uri(songs[0], harness))
    harness.now += 3600
    #expect(await self.state(harness).at("is_playing") as? Bool == false)
  }

  @Test("A second pause or play violates a restriction")
  func twice() async {
    let harness = SpotifyHarness()
    await start(harness)
    let play = await command("play", harness)
    #expect(play.status == 403)
    #expect(play.message == "Player command failed: Restriction violated")
    #expect(play.reason == "UNKNOWN")
    #expect(await command("pause", harness).status == 204)
    harness.now += 60
    #expect(await command("pause", harness).status == 403)
    #expect(await state(harness).at("progress_ms") as? Int == 0)
    #expect(await command("play", harness).status == 204)
  }

  @Test("Next, previous, seek, repeat and shuffle work")
  func controls() async {
    let harness = SpotifyHarness()
    let songs = await start(harness)
    #expect(await command("next", harness, method: "POST").status == 204)
    #expect(await state(harness).text("item.uri") == uri(songs[1], harness))
    #expect(await command("previous", harness, method: "POST").status == 204)
    #expect(await command("previous", harness, method: "POST").reason == "NO_PREV_TRACK")
    #expect(await command("seek?position_ms=5000", harness).status == 204)
    #expect(await state(harness).at("progress_ms") as? Int == 5_000)
    #expect(await command("seek?position_ms=999999999", harness).status == 204)
    #expect(await state(harness).text("item.uri") == uri(songs[1], harness))
    #expect(await command("repeat?state=context", harness).status == 204)
    #expect(await command("repeat?state=all", harness).status == 400)
    #expect(await command("shuffle?state=true", harness).status == 204)
    let state = await state(harness)
    #expect(state.text("repeat_state") == "context")
    #expect(state.at("shuffle_state") as? Bool == true)
    #expect(state.text("item.uri") == uri(songs[1], harness))
    #expect(await command("next", harness).status == 405)
  }

  @Test("The queue comes before the rest of the context")
  func queue() async {
    let harness = SpotifyHarness()
    let songs = await start(harness)
    let added = await command("queue?uri=\(uri(songs[2], harness))", harness, method: "POST")
    #expect(added.status == 204)
    let queue = await harness.me("/v1/me/player/queue")
    #expect(queue.text("currently_playing.uri") == uri(songs[0], harness))
    #expect(
      queue.list("queue")?.compactMap { $0["uri"] as? String }
        == [songs[2], songs[1], songs[2]].map { uri($0, harness) }
    )
    _ = await command("next", harness, method: "POST")
    #expect(await state(harness).text("item.uri") == uri(songs[2], harness))
  }

  @Test("An album is a context with an offset, and an artist allows none")
  func contexts() async throws {
    let harness = SpotifyHarness()
    await start(harness)
    let album = harness.ids.albums.base62(0)
    let body =
      "{\"context_uri\":\"spotify:album:\(album)\",\"offset\":{\"position\":1},"
      + "\"position_ms\":2000}"
    #expect(await command("play", harness, body: body).status == 204)
    let state = await state(harness)
    #expect(state.text("context.uri") == "spotify:album:\(album)")
    #expect(state.text("context.type") == "album")
    #expect(state.at("progress_ms") as? Int == 2_000)
    let artist = "{\"context_uri\":\"spotify:artist:\(harness.landmarks.prolificArtist)\""
    #expect(await command("play", harness, body: artist + "}").status == 204)
    let offset = artist + ",\"offset\":{\"position\":1}}"
    #expect(await command("play", harness, body: offset).status == 400)
    #expect(await command("play", harness, body: "{").status == 400)
  }

  @Test("A transfer accepts one device")
  func transfer() async {
    let harness = SpotifyHarness()
    await start(harness)
    let one = "{\"device_ids\":[\"\(Self.phone)\"],\"play\":true}"
    #expect(await harness.me("/v1/me/player", method: "PUT", body: one).status == 204)
    #expect(await state(harness).text("device.id") == Self.phone)
    let two = "{\"device_ids\":[\"\(Self.phone)\",\"\(Self.kitchen)\"]}"
    #expect(await harness.me("/v1/me/player", method: "PUT", body: two).status == 400)
    let unknown = "{\"device_ids\":[\"abc\"]}"
    #expect(await harness.me("/v1/me/player", method: "PUT", body: unknown).status == 404)
  }

  @Test("The reported state lags behind the commands for the configured time")
  func lag() async {
    let harness = SpotifyHarness { $0.playbackLag = .milliseconds(500) }
    await start(harness)
    #expect(await state(harness).status == 204)
    harness.now += 0.4
    #expect(await state(harness).status == 204)
    harness.now += 0.2
    #expect(await state(harness).at("is_playing") as? Bool == true)
    #expect(await command("pause", harness).status == 204)
    #expect(await state(harness).at("is_playing") as? Bool == true)
    #expect(await command("pause", harness).status == 403)
    harness.now += 0.5
    #expect(await state(harness).at("is_playing") as? Bool == false)
  }

  @Test("A track that played for half a minute is among the recently played, with cursors")
  func recentlyPlayed() async throws {
    let harness = SpotifyHarness()
    let songs = await start(harness)
    let path = "/v1/me/player/recently-played"
    #expect(await harness.me(path).isNull("cursors"))
    harness.now += 20
    _ = await command("next", harness, method: "POST")
    harness.now += 31
    _ = await command("next", harness, method: "POST")
    harness.now += 40
    _ = await command("seek?position_ms=999999999", harness)
    let both = await harness.me(path)
    let uris = both.list("items")?.compactMap { ($0["track"] as? [String: Any])?["uri"] as? String }
    #expect(uris?.first == uri(songs[2], harness))
    #expect(uris?.contains(uri(songs[0], harness)) == false)
    #expect(both.text("items.0.played_at")?.hasSuffix("Z") == true)
    let one = await harness.me(path + "?limit=1")
    let next = try #require(one.text("next"))
    let query = try #require(next.split(separator: "?").last)
    let older = await harness.me("\(path)?\(query)")
    #expect(older.text("items.0.track.uri") == uri(songs[1], harness))
  }
}
