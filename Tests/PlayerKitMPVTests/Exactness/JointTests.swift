import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitSystem
import TestSupport
import Testing

extension EngineTests {
  /// In a mixed queue, each track begins where the previous one ends.
  ///
  /// `make explore WHAT=joints` tests all pairs of formats, and prints the error of each in
  /// samples.
  @Suite(.tags(.local), .timeLimit(.minutes(10)))
  struct JointTests {
    private static let isThorough = ProcessInfo.processInfo.environment["JOINTS"] != nil

    /// The errors at the end of one format, and at the beginning of the next, in samples.
    private func errors(
      _ first: JointFormat,
      _ second: JointFormat
    ) async throws -> (tail: Int?, head: Int?) {
      var stage = try Stage(.file)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try first.source(stage), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, try second.source(stage)), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      let heard = Signal(pcm: try await stage.output())
      let rest = Signal(samples: Array(heard.samples.dropFirst(JointFormat.frames * 2)))
      return (
        heard.offset(of: first.signal, at: JointFormat.frames - 2_100, within: 1_500),
        rest.offset(of: second.signal, at: 1_000, within: 900)
      )
    }

    @Test(
      "Every format follows every other exactly",
      .enabled(if: isThorough),
      arguments: JointFormat.allCases
    )
    func everyFormatFollowsEvery(first: JointFormat) async throws {
      for second in JointFormat.allCases {
        let (tail, head) = try await errors(first, second)
        guard let tail, let head else {
          Issue.record("\(first.rawValue) then \(second.rawValue): not found")
          continue
        }
        print("joint: \(first.rawValue) then \(second.rawValue): off by \(head - tail) samples")
        #expect(tail == 0, "the end of the first one")
        let most = first.isResampled || second.isResampled ? 1 : 0
        #expect(abs(head) <= most, "the beginning of the second one")
      }
    }

    @Test(
      "Each format is in its place after another, and before one",
      .enabled(if: !isThorough),
      arguments: JointFormat.allCases
    )
    func eachFormatPlaceBehind(format: JointFormat)
      async throws
    {
      let before = try await errors(.wav, format)
      #expect(before.tail == 0)
      #expect(before.head == 0)
      let behind = try await errors(format, .wav)
      #expect(behind.tail == 0)
      let head = try #require(behind.head)
      #expect(abs(head) <= (format.isResampled ? 1 : 0))
    }

    /// File output appends when it is opened again, so the samples don't show it.
    @Test(
      "The output is opened once for all loads",
      arguments: [JointFormat.wav, .wav48, .mono, .wav96, .mp3]
    )
    func outputOpenedOnceWhatever(second: JointFormat) async throws {
      let sandbox = try Sandbox()
      let pipe = sandbox.path("pipe")
      try #require(mkfifo(pipe, 0o600) == 0)
      let ear = open(pipe, O_RDONLY | O_NONBLOCK)
      try #require(ear >= 0)
      let heard = Locked((bytes: 0, isClosed: false, openings: 0, isDone: false))
      let listener = Thread {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while !heard.withLock({ $0.isDone }) {
          let count = read(ear, &buffer, buffer.count)
          heard.withLock { heard in
            if count > 0 {
              if heard.isClosed || heard.bytes == 0 { heard.openings += 1 }
              heard.isClosed = false
              heard.bytes += count
            } else if count == 0 {
              heard.isClosed = true
            }
          }
        }
        close(ear)
      }
      listener.start()
      defer { heard.withLock { $0.isDone = true } }
      var stage = try Stage(.init(output: .pcm(path: pipe)))
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      let first = try JointFormat.wav.source(stage)
      stage.engine.load(stage.log.makeLoad(a, first, isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, try second.source(stage)), after: a)
      try await stage.waitForPlaylist(of: 2)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      await stage.close()
      #expect(heard.withLock { $0.openings } == 1)
    }
  }
}
