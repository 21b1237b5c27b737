import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// The sound of a tail before an unplayable track.
  ///
  /// `make acceptance WHAT=outputs` runs it, with a sink to record.
  // Real time: only a sound server shows whether a tail is cut off, because a pipe keeps all
  // written sound.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .enabled(if: SinkRecorder.sink != nil),
    .timeLimit(.minutes(1))
  )
  struct RealTimeTailTests {
    private static let track = Signal.noise(frames: 66_150, seed: 1)  // 1.5 s
    /// PulseAudio may lose some frames at the very start of a stream.
    private static let edge = 4_410

    enum Format: String, CaseIterable {
      case tagged = "ID3\u{4}\0\0\0\0\0\u{10}"
      case ogg = "OggS\0\u{2}"
      case flac = "fLaC\0\0\0\u{22}"
    }

    @Test("A damaged next track does not cut the current one", arguments: Format.allCases)
    func nextDamagedCutsNothing(format: Format) async throws {
      var stage = try Stage(.init(output: SinkRecorder.output))
      let recorder = try SinkRecorder(sink: SinkRecorder.sink ?? "", in: stage.sandbox)
      try await recorder.wait(for: .milliseconds(50))
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let page = Data(repeating: UInt8(ascii: "."), count: 9_999)
      let head = Data(format.rawValue.utf8)
      let damaged = try stage.sandbox.write(head + page, to: "next")
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(Self.track), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, MediaSource(.file(path: damaged))), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: a) == .ended(followedBy: nil))
      try await recorder.wait(for: .milliseconds(400))
      let heard = try recorder.stop()
      await stage.close()
      let origin = try #require(heard.delay(of: Self.track, at: 20_000))
      let range = Self.edge..<Self.track.frames
      let missing = heard.deviations(from: Self.track, in: range, at: origin)
      print("tail before \(format): \(missing) of \(range.count) frames missing")
      #expect(missing == 0)
    }
  }
}
