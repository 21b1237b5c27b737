import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// The range of libmpv's clock that a clip covers.
@Suite(.tags(.pure)) struct ExtentTests {
  private func extent(
    _ clip: Clip?,
    exact: ExactEnd? = nil,
    media: Duration? = .seconds(10)
  ) -> PlayableRange {
    PlayableRange(clip: clip, exactEnd: exact, mediaDuration: media, sampleRate: 44_100)
  }

  /// 30,011 samples after 1,024 that libmpv's clock counts.
  private var exact: ExactEnd? {
    ExactEnd(index: MP4Maker(edits: nil, tag: MP4Maker.tag30011).index)
  }

  @Test("Without a clip the range is all of the media, which ends by itself")
  func withoutClipAllMedia() {
    let extent = extent(nil)
    #expect(extent.beginsWithMedia)
    #expect(extent.lead == .zero)
    #expect(extent.duration == .seconds(10))
    #expect(extent.end == nil)
    #expect(self.extent(nil, media: nil).duration == nil)
  }

  @Test("A clip ends half a sample after its last one")
  func clipEndsHalfSample() throws {
    let extent = extent(try Clip(from: .seconds(2), to: .seconds(5)))
    #expect(!extent.beginsWithMedia)
    #expect(extent.lead == .seconds(2))
    #expect(extent.duration == .seconds(3))
    #expect(extent.end == 5 + 0.5 / 44_100)
    #expect(extent.cut == 5)
    #expect(extent.time(of: .seconds(1)) == .seconds(3))
    #expect(extent.time(of: .seconds(100)) == .seconds(5))
  }

  @Test("A range counts on the media's own clock, and ends with the audio")
  func liesMediaOwnClock() throws {
    let lead = Duration.seconds(1_024.0 / 44_100)
    let start = Duration.milliseconds(100)
    let clip = try Clip(from: start, to: .seconds(9))
    let extent = extent(clip, exact: exact)
    #expect(extent.lead == lead + start)
    #expect(extent.end == exact?.seconds)
    #expect(extent.cut == (1_024.0 + 30_011) / 44_100)
    #expect(extent.duration == .seconds(30_011.0 / 44_100) - start)
  }

  @Test("An encoder's delay is before position 0, and outside of the range")
  func whatEncoderPutBefore() throws {
    let unheard = Duration.seconds(1_105.0 / 44_100)
    let clip = try Clip(from: .seconds(2), to: .seconds(5))
    func extent(_ clip: Clip?) -> PlayableRange {
      PlayableRange(clip: clip, unheard: unheard, mediaDuration: .seconds(10), sampleRate: 44_100)
    }
    #expect(!extent(nil).beginsWithMedia)
    #expect(extent(nil).lead == unheard)
    #expect(extent(nil).duration == .seconds(10) - unheard)
    #expect(extent(nil).end == nil)
    #expect(extent(clip).lead == unheard + .seconds(2))
    #expect(extent(clip).duration == .seconds(3))
    #expect(extent(clip).end == (unheard + .seconds(5)).seconds + 0.5 / 44_100)
  }

  @Test("A range that begins after the end is empty, unless the length is unknown")
  func whatBeginsBehindEnd() throws {
    for (start, isEmpty) in [(9.99, false), (10, true), (11, true)] {
      let clip = try Clip(from: .seconds(start))
      #expect(extent(clip).isEmpty == isEmpty)
      #expect(!extent(clip, media: nil).isEmpty)
    }
  }

  @Test("A skipped part moves positions and the end, and not the first audible sample")
  func streamPassedOverPart() throws {
    let timeline = StreamTimeline(
      lead: .seconds(-4),
      begin: .seconds(6),
      duration: .seconds(20),
      end: 16
    )
    let clip = try Clip(from: .seconds(5), to: .seconds(12))
    func range(_ clip: Clip?, _ jump: Duration) -> PlayableRange {
      PlayableRange(clip: clip, timeline: timeline, jump: jump, sampleRate: 44_100)
    }
    #expect(range(nil, .seconds(3)).lead == .seconds(-7))
    #expect(range(nil, .seconds(3)).end == 13)
    #expect(range(nil, .seconds(3)).firstHeard == range(nil, .zero).firstHeard)
    #expect(range(nil, .seconds(3)).duration == .seconds(20))
    #expect(range(clip, .seconds(3)).lead == .seconds(-2))
    #expect(range(clip, .seconds(3)).initialLead == .seconds(1))
    #expect(range(clip, .seconds(3)).cut == 5)
  }

  @Test("If the length is unknown, the clip's end determines it")
  func unknownLengthClipEnd() throws {
    let extent = extent(try Clip(from: .seconds(2), to: .seconds(5)), media: nil)
    #expect(extent.duration == .seconds(3))
    #expect(self.extent(try Clip(from: .seconds(2)), media: nil).duration == nil)
  }

  @Test("A clip from a server has to begin earlier to follow without a gap")
  func clipFromServerHas() throws {
    let file = PlayableRange.latestGaplessStart(of: MediaSource(.file(path: "/a")))
    let url = try #require(URL(string: "http://a/b"))
    #expect(PlayableRange.latestGaplessStart(of: MediaSource(.remote(url))) < file)
  }
}
