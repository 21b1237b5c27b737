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
      /// A named pipe that is open for reading; ends with the value.
      final class Pipe: Sendable {
        let path: String
        private let descriptor: CInt
        private let bytes = Locked(Data())
        /// How many times in a row there was nothing to read.
        private let misses = Locked(0)
        private let isDone = Locked(false)

        /// - Parameter pace: bytes of each tenth of a second that are read at most.
        init(in sandbox: Sandbox, pace: Int) throws {
          path = sandbox.path("pipe")
          try #require(mkfifo(path, 0o600) == 0)
          descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
          let (descriptor, bytes, misses, isDone) = (descriptor, bytes, misses, isDone)
          Thread.detachNewThread {
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: pace)
            while !isDone.withLock({ $0 }) {
              let count = read(descriptor, &buffer, pace)
              if count > 0 { bytes.withLock { $0.append(contentsOf: buffer.prefix(count)) } }
              misses.withLock { $0 = count > 0 ? 0 : $0 + 1 }
              usleep(100_000)
            }
          }
        }

        deinit { isDone.withLock { $0 = true } }

        var content: Data { bytes.withLock { $0 } }
        /// Whether nothing came for 0.4 s.
        var isSilent: Bool { misses.withLock { $0 >= 4 } }
      }

      private static let signal = Signal.integer(frames: 66_150)

      @Test func `What plays comes through the pipe, sample for sample`() async throws {
        let sandbox = try Sandbox()
        // Twice as fast as it sounds.
        let pipe = try Pipe(in: sandbox, pace: Signal.rate * 4 / 5)
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
        let pipe = try Pipe(in: sandbox, pace: Signal.rate * 4 / 20)
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

      /// The end of the tail comes to libmpv while it plays. It is in its filters in time.
      @Test func `At another speed too an overlap begins where the tail ends`() async throws {
        let sandbox = try Sandbox()
        let pipe = try Pipe(in: sandbox, pace: Signal.rate * 4 / 10)
        var stage = try Stage(output: .pipe(path: pipe.path))
        var settings = OutputSettings()
        settings.crossfade = .seconds(1)
        settings.rate = 1.5
        settings.processing.balance = 0.3
        stage.engine.setOutput(settings)
        let track = Signal.integer(frames: 5 * Signal.rate)
        let sources = [try stage.wav(track), try stage.wav(track)]
        let (one, two) = (stage.nextLoad(), stage.nextLoad())
        stage.engine.load(stage.log.makeLoad(one, sources[0]))
        stage.engine.setNext(stage.log.makeLoad(two, sources[1]), after: one)
        #expect(try await stage.log.end(of: two) == .ended(followedBy: nil))
        try await eventually("silence") { pipe.isSilent }
        await stage.engine.close()
        let heard = Signal(pcm: pipe.content)
        let frames = (heard.samples.lastIndex { $0 != 0 } ?? 0) / 2 + 1
        print("joint: an overlap at 1.5: \(Double(frames) - Double(9 * Signal.rate) / 1.5)")
        #expect(abs(frames - 9 * Signal.rate * 2 / 3) < 20)
      }

      /// The filter that cut for the overlap goes with it, also where the speed is another one by then.
      @Test func `An overlap that is taken back leaves the track its end`() async throws {
        let sandbox = try Sandbox()
        let pipe = try Pipe(in: sandbox, pace: Signal.rate * 4 / 10)
        var stage = try Stage(output: .pipe(path: pipe.path))
        var settings = OutputSettings()
        settings.crossfade = .seconds(2)
        settings.rate = 1.5
        stage.engine.setOutput(settings)
        let track = Signal.integer(frames: 6 * Signal.rate)
        let sources = [try stage.wav(track), try stage.wav(track)]
        let (one, two) = (stage.nextLoad(), stage.nextLoad())
        stage.engine.load(stage.log.makeLoad(one, sources[0]))
        stage.engine.setNext(stage.log.makeLoad(two, sources[1]), after: one)
        try await stage.engine.waitForPlaylist(of: 3)
        try await eventually("the filter cuts") { await stage.engine.isCutByFilter }
        settings.rate = 1
        stage.engine.setOutput(settings)
        stage.engine.setNext(nil, after: one)
        #expect(try await stage.log.end(of: one) == .ended(followedBy: nil))
        try await eventually("silence") { pipe.isSilent }
        await stage.engine.close()
        let heard = Signal(pcm: pipe.content)
        let frames = (heard.samples.lastIndex { $0 != 0 } ?? 0) / 2 + 1
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
