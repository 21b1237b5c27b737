import Foundation
import PlayerKit
import PlayerKitTesting
import Synchronization
import TestSupport
import Testing

// The guide `Documentation/Guides/AddingAPlayer.md` shows parts of this file. A test compares them.

protocol JukeboxLink: Sendable {
  /// Returns at once. Commands arrive in order.
  func send(_ command: JukeboxCommand)
  /// Calls `body` with every event, in order, on any thread.
  func listen(_ body: @escaping @Sendable (JukeboxEvent) -> Void)
}

enum JukeboxCommand: Sendable {
  case load(String, at: Duration, isPlaying: Bool, tag: String)
  case play, pause, stop, sendState, seek(Duration, tag: String), setVolume(Double)
}

struct JukeboxEvent: Sendable {
  enum Kind: Sendable { case ready(length: Duration), state, finished, failed(String) }
  let kind: Kind, position: Duration, isMoving: Bool
  /// The tag of the load, and of the last seek that was carried out.
  let load: String, seek: String?
}

final class JukeboxBackend: PlayerBackend {
  private struct Load {
    let request: LoadRequest, sink: ReportSink
    var seek: SeekID?
  }
  let capabilities: PlayerCapabilities = [.seek, .volume]
  private let link: any JukeboxLink, clock: any PlaybackClock
  private let current = Mutex<Load?>(nil)

  init(_ link: any JukeboxLink, clock: any PlaybackClock) {
    (self.link, self.clock) = (link, clock)
    link.listen { [weak self] event in
      guard let self, let load = current.withLock(\.self) else { return }
      load.sink.inLine { self.handle(event) }
    }
  }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _):
      end(.superseded)
      current.withLock { $0 = Load(request: request, sink: sink) }
      let (tag, record, isPlaying) = ("\(request.id)", request.track.id, request.wantsToPlay)
      link.send(.load(record, at: request.position, isPlaying: isPlaying, tag: tag))
    case .setPlaying(let isPlaying, let id) where isCurrent(id):
      link.send(isPlaying ? .play : .pause)
    case .seek(let position, let seek, let id) where isCurrent(id):
      current.withLock { $0?.seek = seek }
      link.send(.seek(position, tag: "\(seek)"))
    case .measure(let id) where isCurrent(id): link.send(.sendState)
    case .release(let id) where isCurrent(id):
      link.send(.stop)
      end(.released)
    case .apply(let settings): link.send(.setVolume(settings.isMuted ? 0 : settings.volume))
    default: break
    }
  }

  private func isCurrent(_ id: LoadID) -> Bool { current.withLock { $0?.request.id == id } }

  private func end(_ report: LoadEvent) {
    let ended = current.withLock { $0.take() }
    if let ended { ended.sink.report(report, of: ended.request.id) }
  }

  private func handle(_ event: JukeboxEvent) {
    guard let load = current.withLock(\.self) else { return }
    let (id, track, speed) = (load.request.id, load.request.track, event.isMoving ? 1.0 : 0)
    guard event.load == "\(id)" else { return }
    let anchor = PositionAnchor(position: event.position, speed: speed, instant: clock.now)
    switch event.kind {
    case .ready(let length):
      let media = LoadedMedia(anchor: anchor, duration: length, isSeekable: true)
      load.sink.report(.loaded(media), of: id)
    case .state: load.sink.report(.position(anchor), of: id)
    case .finished: return end(.ended(followedBy: nil))
    case .failed(let message):
      let error = PlayerError(.notFound, message).attributed(to: track, playerType: .jukebox)
      return end(.failed(error, followedBy: nil))
    }
    guard let seek = load.seek, event.seek == "\(seek)" else { return }
    current.withLock { $0?.seek = nil }
    load.sink.report(.seekCompleted(seek, anchor), of: id)
  }
}

extension PlayerType { static let jukebox = PlayerType(rawValue: "jukebox") }
final class JukeboxPlayer: Player {
  let playerType = PlayerType.jukebox
  let core: PlayerCore

  init(_ link: any JukeboxLink, clock: any PlaybackClock = SystemPlaybackClock()) {
    core = PlayerCore(backend: JukeboxBackend(link, clock: clock), clock: clock)
  }

  deinit { unload() }
}

@Suite("The jukebox player", .tags(.local), .timeLimit(.minutes(3)))
struct JukeboxContractTests {
  @Test("keeps the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    let harness = ManualClockBackendHarness(tracks: tracks, tolerance: .milliseconds(50)) {
      JukeboxPlayer(FakeJukebox(clock: $0), clock: $0)
    }
    try await check.run(on: harness)
  }
}

/// A record that the jukebox has.
struct JukeboxTrack: Track {
  let id: String
  var metadata: TrackMetadata { TrackMetadata(title: id) }
  var playerTypes: [PlayerType] { [.jukebox] }
}

private let tracks = BackendContractTracks(
  short: JukeboxTrack(id: "short"),
  long: JukeboxTrack(id: "long"),
  missing: JukeboxTrack(id: "missing"),
  garbage: JukeboxTrack(id: "garbage")
)

/// A fake jukebox with a clock. It loads a record in 100 ms. Its link has a delay of 10 ms in each
/// direction.
final class FakeJukebox: JukeboxLink {
  static let lengths = ["short": Duration.seconds(1), "long": .seconds(30)]

  private struct Record {
    let load: String
    let length: Duration?
    let clock: any PlaybackClock
    var anchor: PositionAnchor
    var isWanted: Bool
    var isReady = false
    var seek: String?

    func event(_ kind: JukeboxEvent.Kind) -> JukeboxEvent {
      let (position, isMoving) = (anchor.position(at: clock.now), anchor.speed > 0)
      return JukeboxEvent(
        kind: kind,
        position: position,
        isMoving: isMoving,
        load: load,
        seek: seek
      )
    }

    /// Moves the record to `position`, or updates its current position.
    mutating func place(at position: Duration? = nil) {
      let now = clock.now
      anchor = PositionAnchor(
        position: max(.zero, position ?? anchor.position(at: now)),
        speed: isReady && isWanted ? 1 : 0,
        instant: now
      )
    }
  }

  private struct State {
    var record: Record?
    var volume = 1.0
    var listener: @Sendable (JukeboxEvent) -> Void = { _ in }
  }

  private let clock: any PlaybackClock
  private let state = Mutex(State())

  init(clock: any PlaybackClock) {
    self.clock = clock
  }

  /// Whether a record sounds.
  var isSounding: Bool { state.withLock { $0.record?.anchor.speed ?? 0 > 0 } }

  var volume: Double { state.withLock { $0.volume } }

  func listen(_ body: @escaping @Sendable (JukeboxEvent) -> Void) {
    state.withLock { $0.listener = body }
  }

  func send(_ command: JukeboxCommand) {
    after(.milliseconds(10)) { $0.carryOut(command) }
  }

  private func after(_ delay: Duration, _ body: @escaping @Sendable (FakeJukebox) -> Void) {
    _ = clock.schedule(at: clock.now + delay) { body(self) }
  }

  private func tell(_ event: JukeboxEvent) {
    after(.milliseconds(10)) { $0.state.withLock { $0.listener }(event) }
  }

  private func carryOut(_ command: JukeboxCommand) {
    switch command {
    case .load(let name, let position, let isPlaying, let load):
      let anchor = PositionAnchor(position: position, speed: 0, instant: clock.now)
      state.withLock {
        $0.record = Record(
          load: load,
          length: Self.lengths[name],
          clock: clock,
          anchor: anchor,
          isWanted: isPlaying
        )
      }
      after(.milliseconds(100)) { $0.findRecord(of: load) }
    case .play: change { $0.isWanted = true }
    case .pause: change { $0.isWanted = false }
    case .sendState: change { _ in }
    case .seek(let position, let tag):
      change { record in
        record.seek = tag
        record.place(at: position)
      }
    case .stop: state.withLock { $0.record = nil }
    case .setVolume(let volume): state.withLock { $0.volume = volume }
    }
  }

  private func findRecord(of load: String) {
    guard let record = state.withLock({ $0.record }), record.load == load else { return }
    guard let length = record.length else {
      state.withLock { $0.record = nil }
      return tell(record.event(.failed("The jukebox has no such record.")))
    }
    change(.ready(length: length)) { $0.isReady = true }
  }

  /// Changes the state of the record, and reports it. If the record is not ready yet, only stores
  /// the change.
  private func change(_ kind: JukeboxEvent.Kind = .state, _ body: (inout Record) -> Void) {
    let changed = state.withLock { state -> Record? in
      guard var record = state.record else { return nil }
      body(&record)
      record.place()
      state.record = record
      return record.isReady ? record : nil
    }
    guard let changed, let length = changed.length else { return }
    tell(changed.event(kind))
    guard changed.anchor.speed > 0 || changed.anchor.position >= length else { return }
    let (anchor, load) = (changed.anchor, changed.load)
    after(max(.zero, length - anchor.position)) { $0.finish(anchor, of: load) }
  }

  /// Ends the record, unless it was moved since.
  private func finish(_ anchor: PositionAnchor, of load: String) {
    let over = state.withLock { state -> Record? in
      guard state.record?.load == load, state.record?.anchor == anchor else { return nil }
      return state.record.take()
    }
    if let over { tell(over.event(.finished)) }
  }
}

@Suite("A queue with a jukebox", .tags(.local))
struct JukeboxQueueTests {
  private let clock = ManualClock()
  private let jukebox: FakeJukebox
  private let fake: FakePlayer
  private let queue: QueuePlayer

  init() throws {
    jukebox = FakeJukebox(clock: clock)
    fake = FakePlayer(clock: clock) { _ in FakeMedia(duration: .seconds(2)) }
    queue = QueuePlayer(players: [JukeboxPlayer(jukebox, clock: clock), fake], clock: clock)
    let (first, third) = (JukeboxTrack(id: "short"), JukeboxTrack(id: "long"))
    try queue.set([first, FakeTrack("a"), third, FakeTrack("b")])
  }

  @Test("alternates between the jukebox and another player, and never sounds on both")
  func alternates() {
    var heard: [String] = []
    queue.play()
    for _ in 0..<4_000 {
      clock.advance(by: .milliseconds(10))
      #expect(!(jukebox.isSounding && fake.isSounding))
      guard jukebox.isSounding || fake.isSounding else { continue }
      let name = "\(jukebox.isSounding ? "jukebox" : "fake") \(queue.currentEntry?.track.id ?? "")"
      if heard.last != name { heard.append(name) }
    }
    #expect(heard == ["jukebox short", "fake a", "jukebox long", "fake b"])
    #expect(queue.status.endReason == .finished)
  }

  @Test("skips from the jukebox to another player and back")
  func skips() {
    queue.play()
    clock.advance(by: .milliseconds(500))
    #expect(jukebox.isSounding)
    queue.next()
    clock.advance(by: .milliseconds(500))
    #expect(fake.isSounding && !jukebox.isSounding)
    queue.next()
    clock.advance(by: .milliseconds(500))
    #expect(jukebox.isSounding && !fake.isSounding)
    queue.seek(to: .seconds(20))
    clock.advance(by: .seconds(1))
    #expect(queue.isPlaying && queue.duration == .seconds(30))
    #expect(abs(queue.position / .seconds(1) - 21) < 0.05)
  }

  @Test("the late end of a record does not end the one that replaced it")
  func lateEnd() throws {
    try queue.set([JukeboxTrack(id: "short"), JukeboxTrack(id: "long")])
    queue.play()
    clock.advance { queue.isPlaying }
    // The record has ended by now, and the event is on its way.
    clock.advance(by: .milliseconds(995))
    #expect(!jukebox.isSounding && queue.isPlaying)
    queue.next()
    clock.advance(by: .seconds(1))
    #expect(queue.currentEntry?.track.id == "long")
    #expect(queue.isPlaying && jukebox.isSounding)
  }

  @Test("the volume goes to the jukebox with its track")
  func volume() {
    queue.volume = 0.5
    queue.play()
    clock.advance(by: .milliseconds(500))
    #expect(jukebox.volume == 0.5)
  }
}

@Suite("The guide to adding a player", .tags(.local))
struct AddingAPlayerGuideTests {
  @Test("shows only code that this file compiles and runs")
  func codeIsTested() throws {
    let guide = try String(
      contentsOf: Fixture.repository.appending(path: "Documentation/Guides/AddingAPlayer.md"),
      encoding: .utf8
    )
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = guide.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.1) }
    #expect(blocks.count == 3)
    for block in blocks { #expect(source.contains(block)) }
  }
}
