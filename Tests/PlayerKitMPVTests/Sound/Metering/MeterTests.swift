import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// The meter's values for the output of filters, fed by hand.
@Suite(.tags(.pure))
struct MeterTests {
  private static let entry = PlaylistEntryID(number: 7)
  private static let start = ContinuousClock.now
  private let load = LoadID.unique()

  private func frame(_ time: Double, _ entry: PlaylistEntryID = entry) -> MeterFrame {
    MeterFrame(kind: .levels, entry: entry, time: time, values: [-1, -2, -3, -4])
  }

  private func anchor(_ time: Double, speed: Double = 1, offset: Duration = .zero)
    -> MeterTimeline.Anchor
  {
    .init(time: time, instant: Self.start, speed: speed, load: load, offset: offset)
  }

  // MARK: Lines

  private static let text = """
    frame:12   pts:22050   pts_time:0.5
    lavfi.r128.M=-70
    lavfi.astats.1.Peak_level=-6.021130
    lavfi.astats.1.RMS_level=-9.053805
    lavfi.astats.2.Peak_level=-inf
    lavfi.astats.2.RMS_level=nan
    pk=7x0x44100

    """

  @Test("A filter's output is read in pieces of any size")
  func whatFilterWritesRead() throws {
    for size in [1, 7, 1_000] {
      var lines = MeterLines()
      let bytes = Array((Self.text + "\n" + Self.text).utf8)
      let frames = stride(from: 0, to: bytes.count, by: size).flatMap {
        lines.take(bytes[$0..<min($0 + size, bytes.count)])
      }
      #expect(frames.count == 2)
      let frame = try #require(frames.last)
      #expect(frame.kind == .levels)
      #expect(frame.entry == Self.entry)
      #expect(frame.time == 0.5)
      #expect(frame.values.prefix(3) == [-6.02113, -9.053805, -.infinity])
      #expect(SoundLevel(peak: 0, rms: frame.values[3]).rms == SoundLevel.silence)
    }
  }

  @Test(
    "Invalid lines are skipped",
    arguments: [
      "pk=7x0x44100\n", "frame:1 pts:0 pts_time:0\npk=7x0x44100\n",
      "frame:1 pts:x\nlavfi.astats.1.a=1\npk=7x1x44100\n",
      "frame:1 pts:1\nlavfi.astats.1.RMS_level=1\npk=7x1x0\n",
      "frame:1 pts:1\nlavfi.astats.=1\npk=-7x1x44100\n",
      "frame:1 pts:99999999999999999999\nlavfi.astats.1.RMS_level=1\npk=7x1x44100\n",
      "=\n===\n\n\u{FFFF}\n",
    ]
  )
  func linesMakeNoSense(text: String) {
    var lines = MeterLines()
    let long = String(repeating: "x", count: 5_000)
    #expect(lines.take((text + long + "\n").utf8) == [])
    #expect(lines.take(Self.text.utf8).count == 1)
  }

  // MARK: Time

  @Test("A measurement is reported when it is heard, not before")
  func whatMeasuredToldWhen() {
    var timeline = MeterTimeline()
    for time in [1.0, 1.1, 1.2] { timeline.add(frame(time)) }
    #expect(timeline.due(.levels) == nil)
    #expect(timeline.take(until: Self.start + .seconds(9)).isEmpty)
    timeline.set(anchor(0.9, speed: 2, offset: .seconds(-1)), for: Self.entry)
    #expect(
      timeline.due(.levels).map { abs(($0 - Self.start) / .milliseconds(1) - 50) < 0.1 } == true
    )
    #expect(timeline.take(until: Self.start + .milliseconds(49)).isEmpty)
    let heard = timeline.take(until: Self.start + .milliseconds(101))
    #expect(heard.map(\.frame.time) == [1, 1.1])
    #expect(heard.last.map { abs($0.position / .milliseconds(1) - 100) < 0.1 } == true)
    #expect(timeline.take(until: Self.start + .milliseconds(101)).isEmpty)
  }

  @Test("While the tail of a track is heard, the next one's measurements wait")
  func whileTailTrackSounds() {
    let next = PlaylistEntryID(number: 8)
    var timeline = MeterTimeline()
    timeline.set(anchor(9.8), for: Self.entry)
    for time in [9.8, 9.9] { timeline.add(frame(time)) }
    for time in [0, 0.1] { timeline.add(frame(time, next)) }
    timeline.set(anchor(-0.2), for: next)
    let heard = timeline.take(until: Self.start + .milliseconds(140))
    #expect(heard.map(\.frame.entry) == [Self.entry, Self.entry])
    timeline.keep { $0 == next }
    let later = timeline.take(until: Self.start + .milliseconds(310))
    #expect(later.map(\.frame.entry) == [next, next])
    #expect(timeline.entries == [next])
  }

  @Test("If libmpv seeks back, later measurements are dropped, and stale ones are not reported")
  func whereLibmpvGoesBack() {
    var timeline = MeterTimeline()
    for time in [5, 5.1, 5.2, 5.05] { timeline.add(frame(time)) }
    timeline.set(anchor(5), for: Self.entry)
    #expect(timeline.take(until: Self.start + .milliseconds(60)).map(\.frame.time) == [5.05])
    timeline.add(frame(5.1))
    #expect(timeline.take(until: Self.start + .seconds(1)).isEmpty)
  }

  @Test("Nothing is reported while the position does not move, and it may continue elsewhere")
  func whileStandsNothingTold() {
    var timeline = MeterTimeline()
    timeline.set(anchor(5), for: Self.entry)
    timeline.add(frame(5.1))
    timeline.stop()
    #expect(timeline.take(until: Self.start + .seconds(1)).isEmpty)
    timeline.set(anchor(5.1), for: Self.entry)
    #expect(timeline.take(until: Self.start).count == 1)
    timeline.add(frame(5.2))
    timeline.clear()
    timeline.set(anchor(5.2), for: Self.entry)
    #expect(timeline.take(until: Self.start).isEmpty)
  }

  // MARK: Values

  @Test("A reader gets the largest peak and the mean power since its last value")
  func readerGetsLargestPeak() {
    var window = MeterWindow(kind: .levels)
    window.add([-20, -20, -6, -100], load: load, position: .seconds(1))
    window.add([-3, -30, -9, -100], load: load, position: .seconds(2))
    let values = window.take()
    #expect(zip(values, [-3, -22.596, -6, -100]).allSatisfy { abs($0 - $1) < 0.001 })
    #expect(window.isEmpty)
    window.add([-3, -3, -3, -3], load: load, position: .seconds(3))
    window.add([-40, -40, -40, -40], load: .unique(), position: .zero)
    #expect(window.take().allSatisfy { abs($0 + 40) < 0.001 })
    #expect(window.position == .zero)
  }

  @Test("Low bands are steady, high ones quick")
  func lowBandsSteadyHigh() {
    var smoothing = MeterSmoothing(bands: 30, pieceRate: 73.5)
    let silent = [Double](repeating: -100, count: 30)
    for _ in 0..<9 { _ = smoothing.smooth(silent) }
    let values = smoothing.smooth([Double](repeating: 0, count: 30))
    #expect(abs(values[0] + 8.45) < 0.01)  // one of seven
    #expect(values[29] == 0)
  }

  @Test("Bands have equal ratios, from 20 Hz to 20 kHz")
  func bandsWideEachOther() {
    let bands = SoundSpectrum.frequencies(bands: 30)
    #expect(bands.count == 30)
    #expect(zip(bands, bands.dropFirst()).allSatisfy { abs($1 / $0 - 1.2589) < 0.001 })
    #expect(abs(bands[0] - 22.44) < 0.01)
    #expect(abs(bands[29] - 17_825) < 1)
    #expect(SoundSpectrum.frequencies(bands: -3).count == 1)
    #expect(SoundSpectrum.frequencies(bands: 1_000).count == 60)
  }

  @Test(
    "A piece is at most a sixtieth of a second",
    arguments: [8_000, 22_050, 44_100, 48_000, 96_000, 192_000]
  )
  func pieceSixtiethSecondMost(sampleRate: Int) {
    let length = MeterFilter.pieceLength(sampleRate: sampleRate)
    #expect(length > 0)
    if sampleRate >= 24_000 { #expect(Double(length) / Double(sampleRate) <= 1 / 59.9) }
  }
}
