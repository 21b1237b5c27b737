import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

extension EngineTests {
  /// Decoding only the end of an MP3 gives the same result as decoding the whole file.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct MP3TailTests {
    /// The contents of the files, and how often they are repeated.
    private static let files = [("joint-lame.mp3", 24), ("joint-48.mp3", 18), ("joint-22.mp3", 30)]

    private func track(_ data: Data, isTrimmed: Bool) throws -> MP3Tail.Track {
      var frames = MPEGFrameCounter()
      data.withUnsafeBytes { frames.consume($0, at: 0) }
      let beginning = try #require(frames.beginning)
      return MP3Tail.Track(
        account: GaplessInfo(
          beginning,
          startTime: isTrimmed ? 1 : 0,
          duration: Double(frames.count * beginning.frame.samples)
            / Double(beginning.frame.sampleRate)
        ),
        frames: frames,
        tags: LoudnessTags(metadata: [:])
      )
    }

    @Test(
      "The decoded end is the same, sample for sample, from a part of the bytes",
      arguments: files,
      [MP3Maker.Header.lame, .none]
    )
    func sameSampleSampleTakes(
      file: (String, Int),
      header: MP3Maker.Header
    ) async throws {
      let data = try MP3Maker(fixture: file.0).repeated(file.1).data(header)
      let track = try track(data, isTrimmed: header == .lame)
      // Not a multiple of anything.
      let frame = track.account.beginning.frame
      let samples = frame.samples * track.frames.count - 1_017
      let duration = Duration.seconds(Double(samples) / Double(frame.sampleRate))
      let bytes = CountingBytes(data)
      let whole = try #require(try renderTail(of: bytes, duration: duration))
      #expect(bytes.counts.map { $0 > data.count * 9 / 10 } == [true])
      let tail = try #require(try renderTail(of: bytes, track, duration: duration))
      #expect(whole.0 == tail.0)
      // The macro would search for the difference for minutes, so the test compares the data
      // itself.
      let isSame = whole.wav == tail.wav
      #expect(isSame)
      #expect(bytes.counts.last.map { $0 < data.count * 3 / 4 } == true)
    }

    @Test("Uncounted frames are counted first; if counting stops, the whole file is decoded")
    func whereNothingCountedCounted() async throws {
      let data = try MP3Maker(fixture: "joint-lame.mp3").repeated(24).data(.none)
      let whole = try track(data, isTrimmed: false)
      let position = Duration.seconds(15)
      var late = MP3Tail.Track(
        account: whole.account,
        frames: MPEGFrameCounter(),
        tags: whole.tags
      )
      let bytes = CountingBytes(data)
      #expect(MP3Tail(late, from: position, of: bytes) == nil)
      late.count(upTo: position, in: bytes, OverlapCancellation())
      let tail = try #require(MP3Tail(late, from: position, of: bytes))
      #expect(tail.offset == MP3Tail(whole, from: position, of: bytes)?.offset)
      #expect(tail.offset > 200_000)
      #expect(MP3Tail(whole, from: .milliseconds(1_200), of: bytes) == nil)
      #expect(MP3Tail(whole, from: .seconds(Int64.max), of: bytes) == nil)
      var none = MP3Tail.Track(
        account: whole.account,
        frames: MPEGFrameCounter(),
        tags: whole.tags
      )
      none.count(upTo: position, in: CountingBytes(Data(count: 100_000)), OverlapCancellation())
      #expect(none.frames.isOver)
      #expect(MP3Tail(none, from: position, of: bytes) == nil)
    }
  }
}
