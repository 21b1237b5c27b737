import Foundation
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

/// Random queues of Spotify's whole tracks and of files, while Spotify reports its state late or
/// not at all.
@Suite("Random queues with Spotify's whole tracks", .tags(.local), .timeLimit(.minutes(10)))
struct ConnectRandomTests {
  private static let environment = ProcessInfo.processInfo.environment
  /// 200 queues, or as many as `QUEUES` says.
  private static let count = environment["QUEUES"].flatMap { Int($0) } ?? 200
  private static let seed = environment["SEED"].flatMap { UInt64($0) } ?? 1

  @Test("play everything once in order, never two at once, and leave the device silent")
  func randomQueues() async throws {
    var problems: [String] = []
    for number in 0..<max(Self.count, 1) {
      problems += try await ConnectRun(seed: Self.seed &+ UInt64(number)).problems()
      if problems.count > 5 { break }
    }
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
    print("Spotify Connect: \(Self.count) random queues from seed \(Self.seed)")
  }
}

/// One random queue, with one random set of faults.
private struct ConnectRun {
  private static let url = PlayerType(rawValue: "url")

  let seed: UInt64
  private let bench: ConnectBench
  private let files: FakePlayer
  private let queue: QueuePlayer
  private let tracks: [any Track]
  private let faults: String

  init(seed: UInt64) throws {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    var settings = SpotifySettings()
    settings.end = SpotifyTrackEnd.allCases.randomElement(using: &random) ?? .reset
    settings.autoplays = Bool.random(using: &random)
    settings.crossfade = .seconds([0, 0, 5, 12].randomElement(using: &random) ?? 0)
    settings.playbackLag = .milliseconds([0, 700, 3_000, 8_000].randomElement(using: &random) ?? 0)
    settings.isPrivateSession = Int.random(in: 0..<4, using: &random) == 0
    settings.tellsItem = Int.random(in: 0..<4, using: &random) > 0
    settings.tellsProgress = Int.random(in: 0..<8, using: &random) > 0
    faults = """
      \(settings.end), autoplay \(settings.autoplays), crossfade \(settings.crossfade), late \
      \(settings.playbackLag), private \(settings.isPrivateSession), item \(settings.tellsItem), \
      progress \(settings.tellsProgress)
      """
    let chosen = settings
    bench = ConnectBench { $0 = chosen }
    files = FakePlayer(playerType: Self.url, clock: bench.clock) { _ in
      FakeMedia(duration: .seconds(10))
    }
    queue = QueuePlayer(players: [files, bench.makePlayer()], clock: bench.clock)
    let length = Duration.seconds(Int.random(in: 40...70, using: &random))
    let subscription = bench.subscription
    // Where the state contains no track, its length is known from the metadata alone.
    var spotify = bench.tracks(length, length, length, length).map { track in
      SpotifyTrack(
        id: track.id,
        metadata: TrackMetadata(title: "Track \(track.id)", duration: length),
        subscription: subscription
      )
    }[...]
    tracks = (0..<Int.random(in: 2...4, using: &random)).map { number -> any Track in
      if Bool.random(using: &random), let track = spotify.popFirst() { return track }
      return FakeTrack("file \(number)", playerTypes: [Self.url])
    }
    try queue.set(tracks)
  }

  /// The ids of all that sounds.
  private var sounding: [String] {
    [files.soundingTrack?.id, bench.host.sounding?.track].compactMap(\.self)
  }

  /// Plays the queue to its end, and returns what went wrong.
  func problems() async -> [String] {
    var problems: [String] = []
    var heard: [String] = []
    queue.play()
    // Each track may start and end some seconds late.
    await bench.pass(.seconds(120 * tracks.count)) {
      let sounding = sounding
      if sounding.count > 1 { problems.append("\(sounding) sound at once") }
      for id in sounding where heard.last != id { heard.append(id) }
    }
    await queue.events.delivered()
    let wanted = tracks.map(\.id)
    if queue.status.endReason != .finished {
      problems.append("it ended with \(String(describing: queue.status.endReason))")
    }
    // Autoplay may sound until it is noticed.
    let played = heard.filter { wanted.contains($0) }
    if played != wanted { problems.append("heard \(played), wanted \(wanted)") }
    if !sounding.isEmpty { problems.append("\(sounding) sounds after the end") }
    return problems.map { "seed \(seed) (\(faults)): \($0)" }
  }
}
