import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitMPV
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPRIS

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Four kinds of track in one queue: a file, a whole track of Spotify through its simulator, one in
/// the real mpv over D-Bus, and a preview of Apple Music.
@Suite(
  "A queue that uses the real mpv",
  .tags(.local),
  .enabled(
    if: RealProgram.isWanted && PrivateBus.isThere,
    "Run by make acceptance WHAT=mpris_players."
  ),
  .serialized,
  .timeLimit(.minutes(2))
)
struct RealQueueTests {
  private struct Token: OAuthTokenProvider {
    let token: String
    func accessToken() async throws -> OAuthAccessToken { OAuthAccessToken(token) }
    func refused(_ token: OAuthAccessToken) async {}
  }

  @Test(
    "plays each to its end, in order, one at a time, and ends once",
    arguments: SpotifyTrackEnd.allCases,
    [false, true]
  )
  func fourKinds(end: SpotifyTrackEnd, autoplays: Bool) async throws {
    let simulator = try await ServiceSimulator.start()
    let media = try RealMedia()
    let bus = try PrivateBus()
    let mpv = try await RunningProgram(.mpv, on: bus, home: media.folder)
    let token = simulator.makeSpotifyUserTokens().accessToken
    simulator.changeSpotify { settings in
      settings.trackLength = .seconds(3)
      (settings.end, settings.autoplays) = (end, autoplays)
    }
    let engine = try MPVEngine(configuration: .init(output: .null))
    let subscription = SpotifySubscription()
    let spotify = SpotifyClient(
      tokens: Token(token: token),
      configuration: .init(baseURL: simulator.url(of: .spotify))
    )
    let appleMusic = AppleMusicClient(
      developerTokens: StaticDeveloperTokenProvider(simulator.developerToken),
      storefront: "us",
      configuration: .init(baseURL: simulator.url(of: .appleMusic))
    )
    let queue = QueuePlayer(players: [
      URLPlayer(engine: engine),
      SpotifyConnectPlayer(
        account: SpotifyConnectAccount(client: spotify, subscription: subscription)
      ),
      MPRISRemotePlayer(program: "mpv", on: bus.address),
      AppleMusicPreviewPlayer(
        finder: AppleMusicPreviewFinder(catalogs: [appleMusic]),
        engine: engine
      ),
    ])
    let found = try await appleMusic.search("lighthouse", for: [.songs], limit: 25)
    let song = try #require(found.results.songs?.members.first { $0.previews?.isEmpty == false })
    let id = try #require(simulator.spotifyLandmarks.completeTrack)
    let observer = RecordingObserver(of: queue)
    try queue.set([
      QueueItem(URLTrack(item: media.folder.path("short.wav"))),
      QueueItem(SpotifyTrack(id: id, subscription: subscription)),
      QueueItem(media.track("three")),
      QueueItem(AppleMusicTrack(song), clip: Clip(to: .seconds(1))),
    ])

    let overlaps = Locked<[String]>([])
    let heard = Locked<[String]>([])
    let watch = Task {
      var before: [String] = []
      while !Task.isCancelled {
        var sounding: [String] = []
        if queue.state == .play, let type = queue.status.currentEntry?.track.playerType,
          type != .mprisRemote, type != .spotifyConnect
        {
          sounding.append(type.rawValue)
        }
        if try await Self.sounds(simulator, token) { sounding.append("spotify") }
        if await mpv.plays { sounding.append("mpv") }
        // Two reads one after another may not be simultaneous. Only a repeated overlap counts.
        let both = Set(sounding).intersection(before)
        if both.count > 1 { overlaps.withLock { $0.append("\(both)") } }
        if let one = both.first, both.count == 1 {
          heard.withLock { if $0.last != one { $0.append(one) } }
        }
        before = sounding
        try await Task.sleep(for: .milliseconds(40))
      }
    }
    queue.play()
    try await observer.wait(for: "the end of the queue") { !$0.ends.isEmpty }
    watch.cancel()
    let events = observer.events
    #expect(events.transitions.map(\.reason) == [.queueChanged, .auto, .auto, .auto])
    #expect(events.failures.isEmpty)
    #expect(events.ends == [.finished])
    #expect(overlaps.withLock { $0 } == [])
    let types = heard.withLock { $0 }
    #expect(types == ["url", "spotify", "mpv", "appleMusicPreview"])
    #expect(await !mpv.plays)
    await engine.close()
    await simulator.stop()
    mpv.end()
    media.folder.remove()
  }

  /// Whether a device of the simulated user plays.
  private static func sounds(_ simulator: ServiceSimulator, _ token: String) async throws -> Bool {
    var request = URLRequest(
      url: simulator.url(of: .spotify).appendingPathComponent("v1/me/player")
    )
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    let (data, _) = try await URLSession.shared.data(for: request)
    guard let state = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let progress = state["progress_ms"] as? Int,
      let length = (state["item"] as? [String: Any])?["duration_ms"] as? Int
    else { return false }
    return state["is_playing"] as? Bool == true && progress < length
  }
}
