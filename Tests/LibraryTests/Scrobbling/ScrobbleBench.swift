import Foundation
import PlayerKit
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitScrobbling
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

/// A song of a minute.
struct Song: Track {
  let id: String
  var metadata: TrackMetadata
  var playerTypes: [PlayerType] = [.url]

  init(
    _ title: String,
    artist: String? = "The Example Band",
    recording: String? = nil
  ) {
    id = title
    var details = TrackDetails()
    details.isrc = "USXX12100001"
    if let recording { details.musicBrainz = MusicBrainzIDs(recording: recording) }
    metadata = TrackMetadata(
      title: title,
      artist: artist,
      album: "Second Example"
    )
    metadata.details = details
  }
}

/// A queue on a manual clock, whose date is today.
final class ScrobbleBench {
  static let recording = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"

  let simulator: ServiceSimulator
  let clock: ManualClock
  let player: FakePlayer
  let queue: QueuePlayer
  let events = Recorded<ScrobbleEvent>()
  private var recorders: [ListeningRecorder] = []

  init(_ simulator: ServiceSimulator) {
    self.simulator = simulator
    let age = Date().timeIntervalSince(ManualClock.dateOfOrigin)
    clock = ManualClock(start: MonotonicInstant(sinceOrigin: .seconds(Int(age) - 3_600)))
    player = FakePlayer(clock: clock)
    queue = QueuePlayer(players: [player], clock: clock)
  }

  func lastFM(session: String? = nil) -> LastFMClient {
    LastFMClient(
      key: simulator.lastFMKey,
      secret: simulator.lastFMSecret,
      session: LastFMSession(name: "example_user", key: session ?? simulator.lastFMSessionKey),
      configuration: ClientConfiguration(baseURL: simulator.lastFM)
    )
  }

  func listenBrainz(token: String? = nil) -> ListenBrainzClient {
    ListenBrainzClient(
      token: token ?? simulator.listenBrainzToken,
      configuration: ClientConfiguration(baseURL: simulator.listenBrainz)
    )
  }

  func scrobbler(
    _ service: any ScrobbleService,
    _ outbox: any ScrobbleOutbox = MemoryScrobbleOutbox()
  ) -> Scrobbler {
    let scrobbler = Scrobbler(service, outbox: outbox, clock: clock) { [events] in
      events.append($0)
    }
    recorders.append(
      ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
    )
    return scrobbler
  }

  /// Plays songs one after the other, each to its end.
  func play(_ songs: [some QueueItemConvertible]) async throws {
    try queue.set(songs)
    queue.play()
    for _ in songs {
      clock.advance(by: .milliseconds(100))
      await queue.events.delivered()
      clock.advance(by: .seconds(60))
      await queue.events.delivered()
    }
  }

  func told(_ count: Int) async throws {
    try await eventually("\(count) plays are reported") {
      words.count { $0.hasPrefix("told") } == count
    }
  }

  var words: [String] { Self.words(of: events.elements) }

  static func words(of events: [ScrobbleEvent]) -> [String] {
    events.map { event in
      switch event {
      case .kept(let listen): "kept \(listen.title)"
      case .told(let listen): "told \(listen.title)"
      case .unreadable(let count): "unreadable \(count)"
      case .refused(let listen, let reason): "refused \(listen.title): \(reason)"
      case .lost(let listen, _): "lost \(listen.title)"
      case .failed(let error): "failed \((error as? CatalogError)?.code.rawValue ?? "oddly")"
      }
    }
  }
}

/// Runs a simulator while a body runs.
func withBench(_ body: (ScrobbleBench) async throws -> Void) async throws {
  let simulator = try await ServiceSimulator.start(.init(seed: 7))
  let result: Result<Void, any Error>
  do { result = .success(try await body(ScrobbleBench(simulator))) } catch {
    result = .failure(error)
  }
  await simulator.stop()
  try result.get()
}
