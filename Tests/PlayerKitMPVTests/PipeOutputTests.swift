#if os(Linux)
  import Foundation
  import PlayerKitSystem
  import PlayerKit
  import TestSupport
  import Testing

  @testable import PlayerKitMPV

  extension EngineTests {
    /// Output into a pipe, which the test reads.
    @Suite(.tags(.local), .timeLimit(.minutes(5)))
    struct PipeOutputTests {
      private static let signal = Signal.integer(frames: 66_150)

      @Test("The sound arrives through the pipe, sample for sample")
      func samples() async throws {
        var stage = try Stage(.driven)
        let sink = try #require(stage.sink)
        let source = try stage.wav(Self.signal)
        let load = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(load, source))
        #expect(try await stage.end(of: load) == .ended(followedBy: nil))
        await stage.close()
        #expect(sink.content == Self.signal.pcm)
      }

      @Test("The engine writes no faster than the pipe is read, and nothing in a pause")
      func pace() async throws {
        var stage = try Stage(.driven)
        let sink = try #require(stage.sink)
        let source = try stage.wav(Signal.integer(frames: Signal.rate * 20))
        let load = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(load, source))
        try await stage.wait(for: load) { $0.isLoaded }
        try await stage.wait(for: "a second of sound") { sink.content.count >= Signal.rate * 4 }
        let position = try await stage.position(of: load).position
        // The pipe and the engine's file hold 46 ms.
        let taken = Duration.samples(sink.content.count / 4)
        #expect(abs((position - taken).seconds) <= Stage.maximumLead.seconds, "\(position)")
        stage.engine.setPlaying(false, load: load)
        try await stage.wait(for: load) { $0.isPosition && $0.anchor?.speed == 0 }
        try await stage.pass(.milliseconds(100))
        let count = sink.content.count
        try await stage.pass(.milliseconds(500))
        #expect(sink.content.count == count)
        await stage.close()
      }

      /// Plays two tracks of 6 s at 1.5 times their rate, with a fade of 2 s, and makes a change
      /// once the first one plays.
      ///
      /// - Parameter isTakenBack: Whether the next track is removed.
      /// - Returns: The number of output frames.
      private func framesOfOverlap(
        _ change: (inout SoundProcessing) -> Void = { _ in },
        isTakenBack: Bool = false,
        meanwhile: (Stage, OutputSettings, LoadID) async throws -> Void = { _, _, _ in }
      ) async throws -> Int {
        var stage = try Stage(.driven)
        let sink = try #require(stage.sink)
        var settings = OutputSettings()
        settings.crossfade = .seconds(2)
        settings.rate = 1.5
        change(&settings.processing)
        stage.engine.setOutput(settings)
        let track = Signal.integer(frames: 6 * Signal.rate)
        let (one, two) = (stage.nextLoad(), stage.nextLoad())
        stage.engine.load(stage.log.makeLoad(one, try stage.wav(track)))
        stage.engine.setNext(stage.log.makeLoad(two, try stage.wav(track)), after: one)
        try await stage.waitForPlaylist(of: 3)
        try await meanwhile(stage, settings, one)
        let last = isTakenBack ? one : two
        #expect(try await stage.end(of: last) == .ended(followedBy: nil))
        await stage.close()
        let heard = Signal(pcm: sink.content)
        return (heard.samples.lastIndex { $0 != 0 } ?? 0) / 2 + 1
      }

      /// The end of the tail is set in libmpv during playback, in time for its filters.
      @Test("At another speed, too, an overlap begins when the tail ends")
      func overlapAtSpeed() async throws {
        let frames = try await framesOfOverlap { $0.balance = 0.3 }
        print("joint: an overlap at 1.5: \(Double(frames) - Double(10 * Signal.rate) / 1.5)")
        #expect(abs(frames - 10 * Signal.rate * 2 / 3) < 20)
      }

      /// The filter that cut for the overlap is removed with it, even if the rate has changed
      /// since.
      @Test("A withdrawn overlap leaves the track its end")
      func overlapTakenBack() async throws {
        let frames = try await framesOfOverlap(
          isTakenBack: true,
          meanwhile: { stage, settings, one in
            try await stage.wait(for: "the filter to cut") {
              try await stage.ask { $0.isCutByFilter } == true
            }
            var settings = settings
            settings.rate = 1
            stage.engine.setOutput(settings)
            stage.engine.setNext(nil, after: one)
          }
        )
        // A part of it was faster.
        #expect(frames > 9 * Signal.rate / 2)
      }

      @Test("A regular file, or a path with ALSA's own characters, is no pipe")
      func noPipe() throws {
        let sandbox = try Sandbox()
        let file = try sandbox.write(Data(), to: "file")
        let odd = sandbox.path("a,b")
        try #require(mkfifo(odd, 0o600) == 0)
        for path in [file, odd, sandbox.path("nowhere")] {
          let error = #expect(throws: PlayerError.self) {
            try MPVEngine(configuration: .init(output: .pipe(path: path)))
          }
          #expect(error?.code == .outputFailed)
        }
      }
    }
  }
#endif
