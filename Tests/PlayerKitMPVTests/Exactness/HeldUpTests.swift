import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

extension EngineTests {
  /// The engine's thread is delayed between reading the clock and asking libmpv.
  // Real time: the engine's thread is really delayed between the clock and libmpv.
  @Suite(.tags(.realTime), .heartbeat, .timeLimit(.minutes(1)))
  struct HeldUpTests {
    private final class Clock: PlaybackClock {
      private let system = SystemPlaybackClock()
      private let count = Counter()

      var now: MonotonicInstant {
        let now = system.now
        let count = count.next()
        if count % 3 == 0 { usleep(300_000) }
        return now
      }

      func schedule(
        at deadline: MonotonicInstant,
        _ body: @escaping @Sendable () -> Void
      ) -> ClockTimer {
        system.schedule(at: deadline, body)
      }
    }

    @Test("A reported position belongs to its instant even if the engine is delayed")
    func positionInstantTold() async throws {
      var stage = try Stage(.realTime, clock: Clock())
      let load = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(load, try stage.wav(.sweep(frames: 44_100 * 30))))
      try await stage.wait(for: load) { $0.isLoaded }
      for place in 1...3 {
        let (seek, place) = (stage.nextSeek(), Duration.seconds(place * 8))
        let asked = SystemPlaybackClock().now
        stage.engine.seek(to: place, id: seek, load: load)
        let report = try await stage.wait(for: load) { report in
          if case .seekCompleted(seek, _) = report { true } else { false }
        }
        let anchor = try #require(report.anchor)
        #expect(anchor.isFrom(place, asked: asked), "\(anchor) \(place)")
      }
      await stage.close()
    }
  }
}
