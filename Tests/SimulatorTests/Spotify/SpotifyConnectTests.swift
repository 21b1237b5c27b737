import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

/// Events of a player on the user's devices: ends, idle devices, and the user's actions.
@Suite("Changes of Spotify's player by itself and by its user", .tags(.local))
struct SpotifyConnectTests {
  private static let kitchen = "0d1841b0976bae2a3a310dd74c0f3df354899bc8"

  private func start(_ change: (inout SpotifySettings) -> Void = { _ in }) async -> SpotifyHarness {
    let harness = SpotifyHarness { settings in
      settings.trackLength = .seconds(100)
      change(&settings)
    }
    let id = harness.landmarks.completeTrack ?? ""
    let reply = await harness.me(
      "/v1/me/player/play?device_id=\(Self.kitchen)",
      method: "PUT",
      body: "{\"uris\":[\"spotify:track:\(id)\"]}"
    )
    #expect(reply.status == 204)
    return harness
  }

  private func state(_ harness: SpotifyHarness) async -> Reply {
    await harness.me("/v1/me/player")
  }

  private func use(_ action: SpotifyUserAction, _ harness: SpotifyHarness) {
    harness.spotify.perform(action, at: harness.now)
  }

  @Test(
    "The last track ends at its beginning, stuck at its end, or short of it",
    arguments: zip(SpotifyTrackEnd.allCases, [(0, false), (100_000, true), (99_600, false)])
  )
  func ends(end: SpotifyTrackEnd, shown: (progress: Int, isPlaying: Bool)) async {
    let harness = await start { $0.end = end }
    harness.now += 99
    #expect(await state(harness).at("progress_ms") as? Int == 99_000)
    harness.now += 10
    let reply = await state(harness)
    #expect(reply.at("progress_ms") as? Int == shown.progress)
    #expect(reply.at("is_playing") as? Bool == shown.isPlaying)
    #expect(reply.text("item.id") == harness.landmarks.completeTrack)
    #expect(reply.at("item.duration_ms") as? Int == 100_000)
  }

  @Test("With autoplay other tracks follow the last one, and a skip leads to them")
  func autoplay() async {
    let harness = await start { $0.autoplays = true }
    harness.now += 101
    let followed = await state(harness)
    #expect(followed.at("is_playing") as? Bool == true)
    #expect(followed.at("progress_ms") as? Int == 1_000)
    #expect(followed.text("item.id") != harness.landmarks.completeTrack)
    use(.next, harness)
    #expect(await state(harness).text("item.id") != followed.text("item.id"))
  }

  @Test("Two minutes after a pause no device is active, and a command that names one wakes it")
  func idle() async {
    let harness = await start()
    use(.pause, harness)
    harness.now += 119
    #expect(await state(harness).status == 200)
    harness.now += 2
    #expect(await state(harness).status == 204)
    #expect(await harness.me("/v1/me/player/play", method: "PUT").reason == "NO_ACTIVE_DEVICE")
    let named = "/v1/me/player/play?device_id=\(Self.kitchen)"
    #expect(await harness.me(named, method: "PUT").status == 204)
    #expect(await state(harness).at("is_playing") as? Bool == true)
  }

  @Test("A device may accept only a transfer, and transfers may fail")
  func transfers() async {
    let harness = SpotifyHarness { settings in
      settings.wakesByTransferAlone = true
      settings.failingTransfers = 1
    }
    let play = "/v1/me/player/play?device_id=\(Self.kitchen)"
    #expect(await harness.me(play, method: "PUT").reason == "NO_ACTIVE_DEVICE")
    let body = "{\"device_ids\":[\"\(Self.kitchen)\"]}"
    #expect(await harness.me("/v1/me/player", method: "PUT", body: body).status == 502)
    #expect(await harness.me("/v1/me/player", method: "PUT", body: body).status == 204)
    #expect(harness.spotify.settings.failingTransfers == 0)
  }

  @Test("The user pauses, seeks, skips, changes the volume, moves playback and takes over")
  func user() async {
    let harness = await start()
    harness.now += 10
    use(.seek(.seconds(40)), harness)
    use(.volume(12), harness)
    harness.now += 1
    var reply = await state(harness)
    #expect(reply.at("progress_ms") as? Int == 41_000)
    #expect(reply.at("device.volume_percent") as? Int == 12)
    use(.move, harness)
    reply = await state(harness)
    #expect(reply.text("device.id") != Self.kitchen)
    #expect(reply.at("is_playing") as? Bool == true)
    use(.previous, harness)
    #expect(await state(harness).at("progress_ms") as? Int == 0)
    harness.now += 10
    use(.next, harness)
    reply = await state(harness)
    #expect(reply.at("is_playing") as? Bool == false, "there is no next one")
    #expect(reply.at("progress_ms") as? Int == 0)
    use(.takeOver, harness)
    #expect(await state(harness).text("item.id") != harness.landmarks.completeTrack)
    use(.vanish, harness)
    #expect(await state(harness).status == 204)
    #expect(await harness.me("/v1/me/player/devices").list("devices")?.count == 2)
  }

  @Test(
    "An advertisement is no item, the track continues after it, and a frozen device stalls"
  )
  func oddities() async {
    let harness = await start()
    harness.now += 10
    use(.advertisement(.seconds(20)), harness)
    harness.now += 10
    let ad = await state(harness)
    #expect(ad.isNull("item") && ad.isNull("progress_ms"))
    #expect(ad.text("currently_playing_type") == "ad")
    harness.now += 15
    #expect(await state(harness).at("progress_ms") as? Int == 15_000)
    use(.freeze, harness)
    harness.now += 30
    let frozen = await state(harness)
    #expect(frozen.at("progress_ms") as? Int == 15_000)
    #expect(frozen.at("is_playing") as? Bool == true)
    harness.spotify.change { $0.tellsProgress = false }
    #expect(await state(harness).isNull("progress_ms"))
  }

  @Test("The control endpoint sets everything, and refuses invalid values")
  func control() async throws {
    try await withSimulator { simulator in
      let all =
        "end=stuck&autoplay=true&progress=false&item=false&quotaExceeded=true"
        + "&wakesByTransferAlone=true&trackMilliseconds=5000&idleSeconds=9&failingTransfers=2"
        + "&private=true&crossfadeSeconds=5"
      let set = try await post("/spotify?\(all)", to: simulator)
      #expect(set == 204)
      let settings = simulator.spotifySettings
      #expect(settings.end == .stuck && settings.autoplays && settings.quotaIsExceeded)
      #expect(!settings.tellsProgress && !settings.tellsItem && settings.wakesByTransferAlone)
      #expect(settings.trackLength == .seconds(5) && settings.idleAfter == .seconds(9))
      #expect(settings.failingTransfers == 2)
      #expect(settings.isPrivateSession && settings.crossfade == .seconds(5))
      let unknownEnd = try await post("/spotify?end=never", to: simulator)
      #expect(unknownEnd == 400)
      for action in ["pause", "next", "take-over", "seek&seconds=3", "volume&percent=4", "ad"] {
        let status = try await post("/spotify/user?do=\(action)", to: simulator)
        #expect(status == 204)
      }
      let unknown = try await post("/spotify/user?do=dance", to: simulator)
      #expect(unknown == 400)
    }
  }

  private func post(_ path: String, to simulator: ServiceSimulator) async throws -> Int {
    try await Client.send(path, at: simulator.control, method: "POST").status
  }

  @Test("A crossfade begins the next track before the end of the current one")
  func crossfade() async {
    let harness = await start { settings in
      settings.autoplays = true
      settings.crossfade = .seconds(12)
    }
    harness.now += 87
    #expect(await state(harness).text("item.id") == harness.landmarks.completeTrack)
    harness.now += 2
    let next = await state(harness)
    #expect(next.text("item.id") != harness.landmarks.completeTrack)
    #expect(next.at("progress_ms") as? Int == 1_000)
    let last = await start { $0.crossfade = .seconds(12) }
    last.now += 99
    #expect(await state(last).at("progress_ms") as? Int == 99_000, "nothing follows the last track")
  }

  @Test("A private session hides the track, and the device reports it")
  func privateSession() async {
    let harness = await start { $0.isPrivateSession = true }
    harness.now += 5
    let reply = await state(harness)
    #expect(reply.at("is_playing") as? Bool == true)
    #expect(reply.at("device.is_private_session") as? Bool == true)
    #expect(reply.text("item.id") == nil)
    #expect(reply.at("progress_ms") as? Int == nil)
  }
}
