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
        private let isDone = Locked(false)

        /// - Parameter pace: bytes of each tenth of a second that are read at most.
        init(in sandbox: Sandbox, pace: Int) throws {
          path = sandbox.path("pipe")
          try #require(mkfifo(path, 0o600) == 0)
          descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
          let (descriptor, bytes, isDone) = (descriptor, bytes, isDone)
          Thread.detachNewThread {
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: pace)
            while !isDone.withLock({ $0 }) {
              let count = read(descriptor, &buffer, pace)
              if count > 0 { bytes.withLock { $0.append(contentsOf: buffer.prefix(count)) } }
              usleep(100_000)
            }
          }
        }

        deinit { isDone.withLock { $0 = true } }

        var content: Data { bytes.withLock { $0 } }
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
        var count = -1
        try await eventually("silence") {
          try? await Task.sleep(for: .milliseconds(400))
          defer { count = pipe.content.count }
          return count == pipe.content.count
        }
        await stage.engine.close()
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
