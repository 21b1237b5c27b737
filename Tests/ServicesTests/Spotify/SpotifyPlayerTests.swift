import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Spotify's players", .tags(.pure))
struct SpotifyPlayerTests {
  @Test("An inactive player has no state, by 204 and by an empty body")
  func nothingActive() async throws {
    let bench = SpotifyBench(
      script: [.empty(204), .empty(200), .text(#"{"is_playing":true,"item":null}"#)]
    )
    #expect(try await bench.client.playbackState() == nil)
    #expect(try await bench.client.currentlyPlaying() == nil)
    #expect(try await bench.client.playbackState()?.isPlaying == true)
    #expect(bench.asked[1] == "GET me/player/currently-playing?additional_types=track,episode")
    #expect(bench.field(.cacheControl) == ["no-cache", "no-cache", "no-cache"])
  }

  @Test("Devices and the queue are read, despite missing data")
  func devicesAndQueue() async throws {
    let bench = SpotifyBench(
      script: [
        .text(#"{"devices":[{"id":null,"name":"K","is_restricted":true}]}"#),
        .text(#"{"currently_playing":null,"queue":[{"id":"1","type":"track"},null]}"#),
      ]
    )
    #expect(try await bench.client.devices().first?.isRestricted == true)
    let queue = try await bench.client.queue()
    #expect(queue.playing == nil)
    #expect(queue.next?.first?.track?.id == "1")
    #expect(queue.next?.unreadable.count == 1)
  }

  @Test("A list under a name is read, whatever else the answer contains")
  func membersBesideAList() async throws {
    let bench = SpotifyBench(
      script: [
        .text(#"{"id":"1","total":1,"devices":[{"id":"d"}],"items":[],"href":null}"#),
        .text(#"{"devices":7}"#),
      ]
    )
    #expect(try await bench.client.devices().map(\.id) == ["d"])
    let error = await #expect(throws: CatalogError.self) { try await bench.client.devices() }
    #expect(error?.code == .malformedReply)
  }

  @Test("Commands are sent in the service's form, and any success counts, whatever its body")
  func commands() async throws {
    let bench = SpotifyBench { line in
      line.contains("seek") ? .text("OK, <thanks>") : .empty(line.contains("pause") ? 202 : 204)
    }
    let client = bench.client
    let outcomes = [
      try await client.play(onDevice: "d 1"), try await client.pause(), try await client.next(),
      try await client.previous(), try await client.seek(to: .milliseconds(1_500)),
      try await client.setVolume(40, onDevice: "d"), try await client.setRepeat(.context),
      try await client.setShuffle(true), try await client.addToQueue("spotify:track:1"),
      try await client.transfer(toDevice: "d", plays: true),
      try await client.play(["spotify:track:1"], from: .seconds(2)),
      try await client.play(context: "spotify:album:1", startingAt: .position(5)),
      try await client.play(context: "spotify:album:1", startingAt: .uri("spotify:track:2")),
    ]
    #expect(outcomes == Array(repeating: .done, count: 13))
    #expect(
      bench.asked == [
        "PUT me/player/play?device_id=d 1", "PUT me/player/pause", "POST me/player/next",
        "POST me/player/previous", "PUT me/player/seek?position_ms=1500",
        "PUT me/player/volume?volume_percent=40&device_id=d", "PUT me/player/repeat?state=context",
        "PUT me/player/shuffle?state=true", "POST me/player/queue?uri=spotify:track:1",
        "PUT me/player", "PUT me/player/play", "PUT me/player/play", "PUT me/player/play",
      ]
    )
    #expect(
      bench.bodies.suffix(4) == [
        .object(["device_ids": ["d"], "play": true]),
        .object(["uris": ["spotify:track:1"], "position_ms": 2000]),
        .object([
          "context_uri": "spotify:album:1", "position_ms": 0, "offset": .object(["position": 5]),
        ]),
        .object([
          "context_uri": "spotify:album:1", "position_ms": 0,
          "offset": .object(["uri": "spotify:track:2"]),
        ]),
      ]
    )
    #expect(bench.bodies.prefix(9).allSatisfy { $0 == nil })
  }

  @Test("A second pause is neither a failure nor a success")
  func restricted() async throws {
    let violated = "Player command failed: Restriction violated"
    let bench = SpotifyBench(
      script: [
        .refusal(403, violated, reason: "UNKNOWN"),
        .refusal(403, "Already paused", reason: "ALREADY_PAUSED"),
        .refusal(403, "Something else", reason: "UNKNOWN"),
      ]
    )
    #expect(try await bench.client.pause() == .restricted(.unknown))
    #expect(try await bench.client.pause() == .restricted(.alreadyPaused))
    let error = await #expect(throws: CatalogError.self) { try await bench.client.pause() }
    #expect(error?.code == .forbidden)
  }

  @Test(
    "A player's refusal has its reason",
    arguments: [
      (404, "NO_ACTIVE_DEVICE", CatalogError.Code.notFound, Spotify.Reason.noActiveDevice),
      (403, "PREMIUM_REQUIRED", .forbidden, .premiumRequired),
      (403, "VOLUME_CONTROL_DISALLOW", .forbidden, .volumeControlDisallowed),
    ]
  )
  func reasons(
    _ status: Int,
    _ name: String,
    _ code: CatalogError.Code,
    _ reason: Spotify.Reason
  ) async throws {
    let bench = SpotifyBench { _ in .refusal(status, "Player command failed", reason: name) }
    let error = await #expect(throws: CatalogError.self) { try await bench.client.setVolume(1) }
    #expect(error?.code == code)
    #expect(error?.spotifyReason == reason)
    #expect(bench.asked.count == 1)
  }
}
