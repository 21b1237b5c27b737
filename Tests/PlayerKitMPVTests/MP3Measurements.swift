import Foundation
import MediaSupport
import PlayerKit
import Testing

@testable import MediaLoading
@testable import PlayerKitMPV

/// What it costs to leave out what an encoder put before an MP3, and what to render the end of one:
/// the figures of the decisions about exact ends and crossfades. Run by `make measure`.
@Suite(
  .enabled(if: ProcessInfo.processInfo.environment["MEASURE"] != nil, "run by make measure"),
  .serialized,
  .timeLimit(.minutes(10))
)
struct MP3Measurements {
  private static let duration = Double(410 * 28 * 1_152) / Double(Signal.rate)

  @Test func `From the command to the first sound`() async throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(40)
    print("| header | median ms | max ms |\n|---|---|---|")
    for header in MP3Maker.Header.allCases {
      var stage = try Stage(isRealTime: true)
      let path = try stage.sandbox.write(maker.data(header), to: "a.mp3")
      var times: [Duration] = []
      for _ in 0..<40 {
        let id = stage.nextLoad()
        let start = ContinuousClock.now
        stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: path))))
        try await stage.log.wait(for: id) { $0.isLoaded }
        times.append(ContinuousClock.now - start)
      }
      await stage.engine.close()
      tell(header.rawValue, times)
    }
  }

  @Test func `To render the end of five minutes`() throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3").repeated(410)
    let data = maker.data(.lame)
    let bytes = CountingBytes(data)
    var frames = MPEGFrameCounter()
    data.withUnsafeBytes { frames.consume($0, at: 0) }
    let beginning = try #require(frames.beginning)
    let account = GaplessInfo(beginning, startTime: 1, duration: Self.duration)
    let known = LoudnessTags(metadata: [:])
    let counted = MP3Tail.Track(account: account, frames: frames, tags: known)
    let none = MP3Tail.Track(account: account, frames: MPEGFrameCounter(), tags: known)
    print("| frames | median ms | max ms | of the processor |\n|---|---|---|---|")
    for (name, track) in [("not used", nil), ("counted", counted), ("to be counted", none)] {
      var times: [Duration] = []
      let before = clock()
      for _ in 0..<5 {
        let start = ContinuousClock.now
        #expect(try renderTail(of: bytes, track, duration: .seconds(Self.duration)) != nil)
        times.append(ContinuousClock.now - start)
      }
      let used = Double(clock() - before) / Double(CLOCKS_PER_SEC) * 1_000 / 5
      tell(name, times, "\(Int(used)) ms |")
    }
  }

  private func tell(_ name: String, _ times: [Duration], _ more: String = "") {
    let sorted = times.map { $0.seconds * 1_000 }.sorted()
    let texts = [sorted[sorted.count / 2], sorted.last ?? 0].map { String(format: "%.1f", $0) }
    print("| \(name) | \(texts.joined(separator: " | ")) | \(more)")
  }
}
