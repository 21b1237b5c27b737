import PlayerKit
import PlayerKitTesting
import Testing

/// A queue on a fake engine, with a manual clock.
final class QueueFixture {
  let clock = ManualClock()
  let engine: FakeEngine
  let queue: QueuePlayer
  let log = QueueLog()

  /// - Parameter names: The tracks. Each is 60 s long and loads in 100 ms, unless scripted
  ///   otherwise.
  init(
    _ names: [String] = ["a", "b", "c"],
    startAt start: Int = 0,
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws {
    var configuration = QueuePlayer.Configuration()
    configuration.shuffleSeed = 1
    configure(&configuration)
    engine = FakeEngine(clock: clock)
    queue = QueuePlayer(
      players: [URLPlayer(engine: engine, clock: clock)],
      configuration: configuration,
      clock: clock
    )
    for name in names { engine.setMedia(FakeMedia(), for: name) }
    queue.addSendableObserver(log, positionInterval: nil)
    try queue.set(names.map { URLTrack(path: $0) }, startAt: start)
  }

  func script(_ name: String, _ media: FakeMedia) {
    engine.setMedia(media, for: name)
  }

  func advance(_ duration: Duration) {
    clock.advance(by: duration)
  }

  /// Plays, and lets the first track become ready.
  func begin() {
    queue.play()
    advance(.milliseconds(100))
  }

  var state: PlayerState { queue.state }
  var current: String? { queue.status.currentEntry?.track.id }
  var order: [String] { queue.entries.map(\.track.id) }

  func entry(_ name: String) throws -> EntryID {
    try #require(queue.entries.first { $0.track.id == name }?.id)
  }

  /// All events so far, as words.
  func told() async -> [String] {
    await queue.events.delivered()
    return log.words.elements
  }
}

/// Records the events of a queue as words.
final class QueueLog: QueuePlayerObserver, Sendable {
  let words = Recorded<String>()

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    // Tests of this event observe it themselves, because it occurs in nearly every test.
    if case .willEnd = event.change { return }
    words.append(Self.word(for: event))
  }

  static func word(for event: QueuePlayerEvent) -> String {
    switch event.change {
    case .transition(let change): "\(change.to?.track.id ?? "none") \(change.reason)"
    case .playback(.state(_, let state)): "\(state)"
    case .playback(.discontinuity(let jump)): "jump \(jump.from)→\(jump.to) \(jump.reason)"
    case .playback(.wantsToPlay(let wants, let reason)): "wants \(wants) \(reason)"
    case .playback(.suppression(let reason)): "suppressed \(reason?.rawValue ?? "no")"
    case .playback(.buffering(let isBuffering)): "buffering \(isBuffering)"
    case .playback(.duration(let duration)): "duration \(duration.map { "\($0)" } ?? "none")"
    case .playback(.metadata(let metadata)): "metadata \(metadata?.title ?? "none")"
    case .playback(.format): "format"
    case .playback(.ducking(let part)): "ducking \(part)"
    case .playback(.settings(_, let reason)): reason == .user ? "settings" : "settings \(reason)"
    case .playback(.unsupported(let missing)): "unsupported \(missing.rawValue)"
    case .playback(.capabilities(let able)): "capabilities \(able.rawValue)"
    case .playback(.bufferedPosition(let position)): "buffered \(position ?? .zero)"
    case .playback(.seekCompleted(let position)): "sought \(position)"
    case .playback(.track), .playback(.failed), .playback(.ended): "NEVER"
    case .edited(let queue): "edited \(queue.count)"
    case .restored(let queue): "restored \(queue.count)"
    case .repeatMode(let mode): "repeat \(mode)"
    case .shuffle(let isShuffled): "shuffle \(isShuffled)"
    case .stopsAfterCurrent(let stops): "stops after current \(stops)"
    case .sleepTimer(let timer): "sleep timer \(timer.map { "\($0)" } ?? "none")"
    case .sectionBegan(let section): "begins \(section.id)"
    case .sectionEnded(let end): "ends \(end.section.id) \(end.reason)"
    case .willEnd(let remaining): "will end \(remaining)"
    case .metadata(let entry): "found \(entry.metadata.title ?? "nothing") of \(entry.track.id)"
    case .chapter(let chapter, let index): "chapter \(index) \(chapter.title ?? "none")"
    case .lyrics(let lyrics): "lyrics \(lyrics?.lines.count ?? 0)"
    case .line(let line, let index): "line \(index) \(line.text)"
    case .historyErased: "history erased"
    case .sourceFailed(let failure): "source failed \(failure.failures)"
    case .failed(let failure):
      "failed \(failure.entry.track.id) \(failure.error.code.rawValue) \(failure.action)"
    case .ended(let reason):
      switch reason {
      case .finished: "ended"
      case .failed(let count, let last): "ended failed \(count) \(last.code.rawValue)"
      case .stopped: "ended stopped"
      case .takenOver(let track): "ended taken over by \(track?.id ?? "nobody")"
      case .cleared: "ended cleared"
      }
    }
  }
}
