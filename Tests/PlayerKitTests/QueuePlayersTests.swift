import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// A queue with players of several types, on separate engines or a shared one.
@Suite(.tags(.local)) struct QueuePlayersTests {
  private let clock = ManualClock()
  private let engines: [FakeEngine]
  private let queue: QueuePlayer
  private let log = QueueLog()

  init() {
    engines = [FakeEngine(clock: clock), FakeEngine(clock: clock)]
    for engine in engines {
      for name in ["a", "b", "c"] { engine.setMedia(FakeMedia(), for: name) }
    }
    queue = QueuePlayer(clock: clock)
    queue.addSendableObserver(log, positionInterval: nil)
    queue.add(player(.one, engines[0]))
    queue.add(player(.two, engines[1]))
    queue.add(player(.three, engines[0]))
  }

  private func player(_ type: PlayerType, _ engine: FakeEngine) -> any Player {
    EnginePlayer(resolver: PathResolver(playerType: type), engine: engine, clock: clock)
  }

  private func track(_ id: String, _ types: PlayerType...) -> AnyTrack {
    AnyTrack(id: id) { types }
  }

  private func words(until last: String) async throws -> [String] {
    try await log.words.wait(for: last) { $0.contains(last) }
  }

  @Test("Each track goes to the player of its type")
  func eachTrackGoes() throws {
    try queue.set([track("a", .one), track("b", .two)])
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(engines[0].soundingLoad != nil)
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(engines[0].soundingLoad == nil)
    #expect(engines[1].soundingLoad != nil)
    #expect(queue.state == .play)
  }

  @Test("Players on one engine follow each other without a gap")
  func playersOneEngine() throws {
    try queue.set([track("a", .one), track("b", .three)])
    queue.play()
    clock.advance(by: .milliseconds(100))
    clock.advance(by: .seconds(60))
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(queue.state == .play)
    #expect(queue.position == .zero)
    clock.advance(by: .milliseconds(1))
    #expect(engines[0].soundingLoad == queue.playback.load)
  }

  @Test("Players on different engines follow each other after loading")
  func playersDifferentEngines() throws {
    try queue.set([track("a", .one), track("b", .two)])
    queue.play()
    clock.advance(by: .milliseconds(100))
    clock.advance(by: .seconds(60))
    #expect(queue.state == .loadToPlay)
    clock.advance(by: .milliseconds(100))
    #expect(queue.state == .play)
  }

  @Test("A track without a player fails once, and the next one plays")
  func trackWithoutPlayer() async throws {
    try queue.set([track("a", PlayerType(rawValue: "unknown")), track("b", .one)])
    queue.play()
    clock.advance(by: .milliseconds(100))
    let told = try await words(until: "play")
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a noPlayer skip"])
  }

  @Test("If a player fails, the track's next type plays")
  func playerFailsGives() async throws {
    engines[1].setMedia(.failing(.forbidden), for: "a")
    try queue.set([track("a", .two, .one), track("b", .one)])
    queue.play()
    clock.advance(by: .seconds(1))
    let told = try await words(until: "play")
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a forbidden alternative"])
    #expect(queue.status.currentEntry?.track.id == "a")
  }

  @Test("Player types are read when the entry is loaded, not when it is queued")
  func playerTypesRead() throws {
    let types = Locked([PlayerType.one])
    try queue.set([AnyTrack(id: "a") { types.withLock(\.self) }])
    types.withLock { $0 = [.two] }
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(engines[0].openedSources == [])
    #expect(engines[1].openedSources == ["a"])
  }

  @Test("If the playing player is removed, its track fails and it falls silent")
  func playerRemovedWhile() async throws {
    try queue.set([track("a", .one), track("b", .two)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.removePlayer(for: .one)
    #expect(engines[0].soundingLoad == nil)
    clock.advance(by: .seconds(1))
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(try await words(until: "b skippedAfterError").contains("failed a noPlayer skip"))
  }

  @Test("If a player is removed while it waits for another one to fall silent, its track fails")
  func playerRemovedWhileAnother() async throws {
    let mute = StubbornPlayer(clock: clock)
    queue.add(mute)
    try queue.set([track("a", .stubborn), track("b", .one), track("c", .two)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.next()
    queue.removePlayer(for: .one)
    clock.advance(by: .seconds(5))
    #expect(queue.status.currentEntry?.track.id == "c")
    #expect(queue.state == .play)
  }

  @Test("A player added during playback plays later tracks")
  func playerAddedWhile() throws {
    let late = PlayerType(rawValue: "late")
    try queue.set([track("a", .one), track("b", late)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.add(player(late, engines[1]))
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(engines[1].openedSources == ["b"])
    #expect(queue.state == .play)
  }

  @Test("A player added for a type in use takes the next load, and the current track keeps playing")
  func playerAddedType() async throws {
    try queue.set([track("a", .one), track("b", .one), track("c", .one)])
    queue.play()
    clock.advance(by: .seconds(1))
    let load = queue.playback.load
    queue.add(player(.one, engines[1]))
    clock.advance(by: .seconds(1))
    #expect(queue.playback.load == load)
    #expect(engines[0].soundingLoad == load)
    #expect(queue.position == .milliseconds(1900))
    queue.pause()
    #expect(engines[0].soundingLoad == nil)
    queue.play()
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(queue.state == .play)
    #expect(engines[0].soundingLoad == nil)
    #expect(engines[1].soundingLoad == queue.playback.load)
    await queue.events.delivered()
    #expect(log.words.elements.filter { $0.hasPrefix("failed") } == [])
  }

  @Test("A player that replaces the next track's player takes the load")
  func playerAddedPlace() throws {
    let mute = StubbornPlayer(clock: clock)
    queue.add(mute)
    try queue.set([track("a", .stubborn), track("b", .one)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.next()
    queue.add(player(.one, engines[1]))
    clock.advance(by: .seconds(5))
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(engines[1].soundingLoad == queue.playback.load)
  }

  @Test("Adding the same player twice changes nothing")
  func samePlayerAdded() async throws {
    let one = player(.four, engines[1])
    queue.add(one)
    try queue.set([track("a", .four), track("b", .four)])
    queue.play()
    clock.advance(by: .seconds(1))
    await queue.events.delivered()
    let told = log.words.elements.count
    queue.add(one)
    clock.advance(by: .seconds(1))
    await queue.events.delivered()
    #expect(log.words.elements.count == told)
    #expect(queue.position == .milliseconds(1900))
    clock.advance(by: .seconds(58) + .milliseconds(200))
    // Gapless: the next track was handed over to the same player.
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(queue.state == .play)
  }

  @Test("Removing a replaced type also fails the track on the earlier player")
  func typeWhosePlayer() async throws {
    try queue.set([track("a", .one), track("b", .two)])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.add(player(.one, engines[1]))
    queue.removePlayer(for: .one)
    clock.advance(by: .seconds(1))
    #expect(engines[0].soundingLoad == nil)
    #expect(queue.status.currentEntry?.track.id == "b")
  }

  @Test("No code of the app is called under the queue's lock")
  func appCodeCalled() async throws {
    let probe = LockProbe(queue)
    queue.add(CuriousPlayer(probe: probe, clock: clock))
    queue.source = CuriousSource(probe: probe)
    queue.source = nil
    queue.removePlayer(for: .curious)
    #expect(probe.places.elements == ["type", "source", "player"])
    #expect(probe.locked.elements == [])
  }

  @Test("Volume, mute, and rate survive a change of track and player")
  func volumeMuteRate() throws {
    try queue.set([track("a", .one), track("b", .two)])
    queue.volume = 0.25
    queue.isMuted = true
    queue.play()
    clock.advance(by: .seconds(1))
    queue.rate = 2
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(engines[1].output == queue.outputSettings)
    #expect(queue.volume == 0.25 && queue.isMuted && queue.rate == 2)
  }
}

extension QueuePlayer {
  fileprivate var outputSettings: OutputSettings {
    var settings = OutputSettings()
    settings.volume = volume
    settings.isMuted = isMuted
    settings.rate = rate
    return settings
  }
}

extension PlayerType {
  static let one = PlayerType(rawValue: "one")
  static let two = PlayerType(rawValue: "two")
  static let three = PlayerType(rawValue: "three")
  static let four = PlayerType(rawValue: "four")
  static let curious = PlayerType(rawValue: "curious")
}

/// A player that never reports that it is silent.
final class StubbornPlayer: Player {
  let core: PlayerCore
  let playerType = PlayerType.stubborn

  private final class Backend: PlayerBackend {
    private let clock: any PlaybackClock

    init(clock: any PlaybackClock) { self.clock = clock }

    func perform(_ command: PlaybackCommand, for sink: ReportSink) {
      switch command {
      case .open(let request, _):
        let anchor = PositionAnchor(position: .zero, speed: 1, instant: clock.now)
        let media = LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: false)
        sink.report(.loaded(media), of: request.id)
      case .preload, .cancelPreload, .beginPreloaded, .setPlaying, .seek, .measure, .release,
        .apply:
        break
      }
    }
  }

  init(clock: any PlaybackClock) {
    core = PlayerCore(backend: Backend(clock: clock), clock: clock)
  }
}

extension PlayerType {
  static let stubborn = PlayerType(rawValue: "stubborn")
}

/// A track whose types come from a closure.
struct AnyTrack: Track {
  let id: String
  let types: @Sendable () -> [PlayerType]
  var metadata: TrackMetadata { TrackMetadata() }
  var playerTypes: [PlayerType] { types() }
}

/// Resolves a track to a file with its name.
struct PathResolver: MediaResolver {
  let playerType: PlayerType

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    MediaSource(.file(path: track.id))
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: track.id))
  }
}

/// Detects calls while a queue's lock is held.
final class LockProbe: Sendable {
  let places = Recorded<String>()
  let locked = Recorded<String>()
  private let queue: QueuePlayer

  init(_ queue: QueuePlayer) {
    self.queue = queue
  }

  func check(_ place: String) {
    guard !places.elements.contains(place) else { return }
    places.append(place)
    let isFree = DispatchSemaphore(value: 0)
    let queue = queue
    Thread.detachNewThread {
      _ = queue.state
      isFree.signal()
    }
    if isFree.wait(timeout: .now() + 60) == .timedOut { locked.append(place) }
  }
}

/// An app's player whose type comes from the app's code, and whose end runs the app's code, too.
final class CuriousPlayer: Player {
  let core: PlayerCore
  private let probe: LockProbe

  private final class Backend: PlayerBackend {
    func perform(_ command: PlaybackCommand, for sink: ReportSink) {}
  }

  init(probe: LockProbe, clock: any PlaybackClock) {
    self.probe = probe
    core = PlayerCore(backend: Backend(), clock: clock)
  }

  deinit {
    probe.check("player")
  }

  var playerType: PlayerType {
    probe.check("type")
    return .curious
  }
}

final class CuriousSource: QueueSource {
  private let probe: LockProbe

  init(probe: LockProbe) {
    self.probe = probe
  }

  deinit {
    probe.check("source")
  }

  func more(for request: QueueSourceRequest) async throws -> [QueueItem] { [] }
}
