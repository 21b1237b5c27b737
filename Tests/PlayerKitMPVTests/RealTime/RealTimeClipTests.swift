import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// The sound of clips in real time, because file output can't show whether a tail is cut off.
  ///
  /// `make acceptance WHAT=outputs` runs it, with a sink to record.
  // Real time: only a sound server shows whether a tail is cut off, because a pipe keeps all
  // written sound.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .enabled(if: SinkRecorder.sink != nil),
    .timeLimit(.minutes(2))
  )
  struct RealTimeClipTests {
    private static let before = Signal.noise(frames: 88_211, seed: 1)  // 2.0 s
    private static let behind = Signal.noise(frames: 33_007, seed: 2)
    /// 70 s, so that a clip can begin where it can no longer follow gaplessly.
    private static let track = Signal.noise(frames: 70 * Signal.rate, seed: 3)
    /// PulseAudio may lose some frames at the very start and end of a stream.
    private static let edge = 4_410

    enum Start: Int, CaseIterable {
      case second = 1
      case halfMinute = 30
      case almostMinute = 59
      case beyond = 65
    }

    @Test(
      "A clip between two tracks plays with whole tails and without gaps",
      arguments: Start.allCases
    )
    func clipBehindTrackTrack(
      start: Start
    ) async throws {
      var stage = try Stage(.init(output: SinkRecorder.output))
      let recorder = try SinkRecorder(sink: SinkRecorder.sink ?? "", in: stage.sandbox)
      try await recorder.wait(for: .milliseconds(50))
      let first = start.rawValue * Signal.rate + 7
      let part = first..<first + 44_111
      let clip = try Clip(from: .samples(part.lowerBound), to: .samples(part.upperBound))
      let (a, b, c) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
      let source = try stage.wav(Self.track)
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(Self.before), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, source, clip: clip), after: a)
      stage.engine.setPlaying(true, load: a)
      try await stage.wait(for: b) { $0.isStarted }
      stage.engine.setNext(stage.log.makeLoad(c, try stage.wav(Self.behind)), after: b)
      #expect(try await stage.end(of: c) == .ended(followedBy: nil))
      try await recorder.wait(for: .milliseconds(400))
      let heard = try recorder.stop()
      await stage.close()

      let places = [
        heard.delay(of: Self.before, at: 40_000),
        heard.delay(of: Self.track, at: part.lowerBound + 20_000),
        heard.delay(of: Self.behind, at: 10_000),
      ].compactMap { $0 }
      try #require(places.count == 3)
      let (origin, found) = (places[0], places[1] + part.lowerBound)
      let joint = found - (origin + Self.before.frames)
      let next = places[2] - (found + part.count)
      let missing =
        heard.deviations(from: Self.before, in: Self.edge..<Self.before.frames, at: origin)
        + heard.deviations(from: Self.track, in: part, at: found - part.lowerBound)
        + heard.deviations(from: Self.behind, in: 0..<20_000, at: found + part.count + next)
      print(
        """
        clip from \(start.rawValue) s: joint error \(joint), what follows \(next), \
        deviating frames \(missing)
        """
      )
      #expect(missing == 0)
      #expect(next == 0)
      if start == .beyond {
        #expect(joint >= 0 && joint < Signal.rate / 10)
      } else {
        #expect(joint == 0)
      }
    }
  }
}
