import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// The cost of position events: a timer for the listener, and no requests to the engine.
@Suite(.tags(.pure))
struct PositionCostTests {
  @Test("Listening to the position ten times a second asks the engine for nothing")
  func listeningPositionTen() async throws {
    let clock = ManualClock()
    let fake = FakeEngine(clock: clock) { _ in FakeMedia(duration: .seconds(3_600)) }
    let engine = CountingEngine(base: fake)
    let queue = QueuePlayer(
      players: [URLPlayer(engine: engine, clock: clock)],
      clock: clock
    )
    let ears = Ears()
    queue.addSendableObserver(ears, positionInterval: .milliseconds(100))
    try queue.set([URLTrack(path: "a")])
    queue.play()
    clock.advance(by: .seconds(1))
    await queue.events.delivered()
    let (calls, reports) = (engine.calls, engine.reports)
    let heard = ears.positions.elements.count
    for _ in 0..<600 {
      clock.advance(by: .milliseconds(100))
      await queue.events.delivered()
    }
    #expect(ears.positions.elements.count - heard >= 590)
    #expect(ears.positions.elements.last == .milliseconds(60_900))
    #expect(engine.calls == calls)
    #expect(engine.reports == reports)
  }
}

private final class Ears: QueuePlayerObserver, Sendable {
  let positions = Recorded<Duration>()

  func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    positions.append(position.position)
  }
}

/// Counts the calls to an engine, and its reports.
private final class CountingEngine: AudioEngine {
  private let base: any AudioEngine
  private let counts = Locked((calls: 0, reports: 0))

  init(base: any AudioEngine) {
    self.base = base
  }

  var calls: Int { counts.withLock { $0.calls } }
  var reports: Int { counts.withLock { $0.reports } }

  private var counted: any AudioEngine {
    counts.withLock { $0.calls += 1 }
    return base
  }

  func load(_ request: EngineLoad) {
    let counts = counts
    counted.load(
      EngineLoad(
        id: request.id,
        source: request.source,
        position: request.position,
        isPlaying: request.isPlaying,
        album: request.album
      ) { report in
        counts.withLock { $0.reports += 1 }
        request.onReport(report)
      }
    )
  }

  func setNext(_ next: EngineLoad?, after current: LoadID) {
    counted.setNext(next, after: current)
  }

  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    counted.playNext(next, after: current, isPlaying: isPlaying)
  }

  func setPlaying(_ isPlaying: Bool, load: LoadID) { counted.setPlaying(isPlaying, load: load) }

  func seek(to position: Duration, id: SeekID, load: LoadID) {
    counted.seek(to: position, id: id, load: load)
  }

  func measure(_ load: LoadID) { counted.measure(load) }
  func unload(_ load: LoadID) { counted.unload(load) }
  func setOutput(_ settings: OutputSettings) { counted.setOutput(settings) }
  func close() async { await base.close() }
}
