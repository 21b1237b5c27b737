#if os(Linux)
  import Foundation
  import Locking
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitMPV

  extension EngineTests {
    /// An output that somebody else reads.
    @Suite(.timeLimit(.minutes(1)))
    struct PipeOutputTests {
      private static let signal = Signal.integer(frames: 66_150)

      @Test func `What plays comes through the pipe, sample for sample`() async throws {
        let sandbox = try Sandbox()
        // Twice as fast as it sounds.
        let pipe = try PipeReader(in: sandbox, pace: Signal.rate * 4 / 50)
        var stage = try Stage(output: .pipe(path: pipe.path))
        let source = try stage.wav(Self.signal)
        let load = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(load, source))
        #expect(try await stage.log.end(of: load) == .ended(followedBy: nil))
        try await eventually("all samples") { pipe.content.count >= Self.signal.pcm.count }
        #expect(pipe.content.prefix(Self.signal.pcm.count) == Self.signal.pcm)
        await stage.engine.close()
      }

      @Test func `It writes no faster than it is read, and nothing in a pause`() async throws {
        let sandbox = try Sandbox()
        // Half as fast as it sounds.
        let pipe = try PipeReader(in: sandbox, pace: Signal.rate * 4 / 200)
        var stage = try Stage(output: .pipe(path: pipe.path))
        let source = try stage.wav(Signal.integer(frames: Signal.rate * 20))
        let load = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(load, source))
        try await stage.engine.wait(for: load, at: .seconds(1), in: stage.log)
        // What the pipe holds (64 KiB, 0.37 s) is ahead of the reader.
        #expect(pipe.content.count >= Signal.rate * 4 / 2)
        stage.engine.setPlaying(false, load: load)
        try await eventually("silence") { pipe.isSilent }
        await stage.engine.close()
      }

      /// Plays two tracks of 6 s at 1.5 times their speed, with a fade of 2 s, and does something once the first one
      /// plays.
      ///
      /// - Parameter isTakenBack: whether nothing follows the first one any more.
      /// - Returns: how many frames were heard.
      private func framesOfOverlap(
        _ change: (inout SoundProcessing) -> Void = { _ in },
        isTakenBack: Bool = false,
        meanwhile: (MPVEngine, OutputSettings, LoadID) async throws -> Void = { _, _, _ in }
      ) async throws -> Int {
        let sandbox = try Sandbox()
        let pipe = try PipeReader(in: sandbox, pace: Signal.rate * 4 / 100)
        var stage = try Stage(output: .pipe(path: pipe.path))
        var settings = OutputSettings()
        settings.crossfade = .seconds(2)
        settings.rate = 1.5
        change(&settings.processing)
        stage.engine.setOutput(settings)
        let track = Signal.integer(frames: 6 * Signal.rate)
        let (one, two) = (stage.nextLoad(), stage.nextLoad())
        stage.engine.load(stage.log.makeLoad(one, try stage.wav(track)))
        stage.engine.setNext(stage.log.makeLoad(two, try stage.wav(track)), after: one)
        try await stage.engine.waitForPlaylist(of: 3)
        try await meanwhile(stage.engine, settings, one)
        let last = isTakenBack ? one : two
        #expect(try await stage.log.end(of: last) == .ended(followedBy: nil))
        try await eventually("silence") { pipe.isSilent }
        await stage.engine.close()
        let heard = Signal(pcm: pipe.content)
        return (heard.samples.lastIndex { $0 != 0 } ?? 0) / 2 + 1
      }

      /// The end of the tail comes to libmpv while it plays. It is in its filters in time.
      @Test func `At another speed too an overlap begins where the tail ends`() async throws {
        let frames = try await framesOfOverlap { $0.balance = 0.3 }
        print("joint: an overlap at 1.5: \(Double(frames) - Double(10 * Signal.rate) / 1.5)")
        #expect(abs(frames - 10 * Signal.rate * 2 / 3) < 20)
      }

      /// The filter that cut for the overlap goes with it, also where the speed is another one by then.
      @Test func `An overlap that is taken back leaves the track its end`() async throws {
        let frames = try await framesOfOverlap(
          isTakenBack: true,
          meanwhile: { engine, settings, one in
            try await eventually("the filter cuts") { await engine.isCutByFilter }
            var settings = settings
            settings.rate = 1
            engine.setOutput(settings)
            engine.setNext(nil, after: one)
          }
        )
        // A part of it was faster.
        #expect(frames > 9 * Signal.rate / 2)
      }

      @Test func `A file, and a path with characters of ALSA's own, are no pipe`() throws {
        let sandbox = try Sandbox()
        let file = try sandbox.write(Data(), to: "file")
        let odd = sandbox.path("a,b")
        try #require(mkfifo(odd, 0o600) == 0)
        for path in [file, odd, sandbox.path("nowhere")] {
          let error = #expect(throws: PlayerError.self) { try Stage(output: .pipe(path: path)) }
          #expect(error?.code == .outputFailed)
        }
      }
    }
  }
#endif
