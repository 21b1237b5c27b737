import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Acceptance scenario 24 with sound: transient interruptions.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct InterruptionScenarioTests {
    @Test("A transient interruption pauses, and playback continues at its position (scenario 24)")
    func transientInterruptionPausesPlayback() async throws {
      let show = try Show([.sweep(frames: 44_100)], on: .driven)
      show.queue.play()
      _ = try await show.wait(for: "play")
      let start = try began(show)
      try await heard(.milliseconds(300), show)
      show.queue.beginInterruption()
      #expect(show.queue.state == .pause)
      #expect(show.queue.playback.wantsToPlay)
      #expect(show.queue.playback.suppression == .interruption)
      let stop = try await expectStandstill(show)
      show.queue.endInterruption()
      #expect(show.queue.state == .play)
      #expect(show.queue.playback.suppression == nil)
      let anchor = try #require(show.queue.playback.anchor)
      #expect(abs((anchor.position - stop) / .seconds(1)) < 0.2, "\(anchor) \(stop)")
      let told = try await show.wait(for: "ended")
      #expect(
        told.filter { ["play", "pause", "loadToPlay"].contains($0) } == [
          "loadToPlay", "play", "pause", "play",
        ]
      )
      // A second of sound, without the contents of the pipe, plus the silence.
      #expect(show.stage.clock.now - start > .milliseconds(1_400))
      await show.stage.close()
    }

    @Test("Playback stays paused after an interruption if the user paused during it (scenario 24)")
    func whereUserPausedDuring() async throws {
      let show = try Show([.sweep(frames: 44_100)], on: .driven)
      show.queue.play()
      _ = try await show.wait(for: "play")
      let start = try began(show)
      show.queue.beginInterruption()
      show.queue.pause()
      show.queue.endInterruption()
      #expect(show.queue.state == .pause)
      _ = try await expectStandstill(show)
      show.queue.play()
      let told = try await show.wait(for: "ended")
      #expect(told.filter { ["play", "pause"].contains($0) } == ["play", "pause", "play"])
      // A second of sound, without the contents of the pipe, plus the silence.
      #expect(show.stage.clock.now - start > .milliseconds(1_400))
      await show.stage.close()
    }

    /// The instant of its first sample.
    private func began(_ show: Show) throws -> MonotonicInstant {
      let anchor = try #require(show.queue.playback.anchor)
      return anchor.instant + (.zero - anchor.position)
    }

    /// Waits until this length was played.
    private func heard(_ length: Duration, _ show: Show) async throws {
      let anchor = try #require(show.queue.playback.anchor)
      let end = anchor.instant + (length - anchor.position)
      try await show.stage.wait(for: "\(length)") { show.stage.clock.now >= end }
    }

    /// Waits as long again, and expects the position where it stopped.
    private func expectStandstill(_ show: Show) async throws -> Duration {
      let stop = show.queue.position
      try await show.stage.pass(.milliseconds(600))
      // The engine has since reported the exact position. The contents of the pipe are ahead of it.
      #expect(abs((show.queue.position - stop) / .seconds(1)) < 0.2)
      #expect(show.queue.playback.anchor?.speed == 0)
      return stop
    }
  }
}
