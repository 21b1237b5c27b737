import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Crossfades with file output, compared with a mix made by the test.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct CrossfadeTests {
    private let a = Signal.sweep(frames: 6 * Signal.rate)
    private let b = Signal.integer(frames: 5 * Signal.rate + 17)
    private let fade = Signal.rate * 3 / 2

    private func crossfade(_ seconds: Double) -> OutputSettings {
      var settings = OutputSettings()
      settings.crossfade = .seconds(seconds)
      return settings
    }

    /// The expected sound of two signals that overlap by this many frames.
    private func mix(_ a: [Double], _ b: [Double], _ count: Int) -> [Double] {
      let (start, end) = (a.count - count * 2, count * 2)
      let overlap = (0..<end).map { index in
        let angle = (Double(index / 2) + 0.5) / Double(count) * .pi / 2
        return a[start + index] * cos(angle) + b[index] * sin(angle)
      }
      return a[..<start] + overlap + b[end...]
    }

    private func error(_ output: Signal, _ reference: [Double]) -> Double? {
      guard output.samples.count == reference.count else { return nil }
      return zip(output.samples, reference).map { abs(Double($0) - $1) }.max()
    }

    /// Plays one track, and the next one once libmpv's playlist has it.
    private func play(
      _ first: MediaSource,
      _ second: MediaSource,
      _ settings: OutputSettings,
      album: AlbumContext = AlbumContext(),
      isFaded: Bool = true,
      on stage: inout Stage
    ) async throws -> Signal {
      let (one, two) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.setOutput(settings)
      stage.engine.load(stage.log.makeLoad(one, first, isPlaying: false))
      let log = stage.log
      stage.engine.setNext(
        EngineLoad(id: two, source: second, isPlaying: true, album: album) {
          log.add(.init(load: two, report: $0))
        },
        after: one
      )
      try await stage.waitForPlaylist(of: isFaded ? 3 : 2)
      stage.engine.setPlaying(true, load: one)
      #expect(try await stage.end(of: two) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: one).last == .ended(followedBy: two))
      #expect(stage.log.reports(of: two).filter(\.isStarted).count == 1)
      return Signal(pcm: try await stage.output())
    }

    @Test("Two tracks sound as their mix, sample for sample")
    func twoTracksSoundTheir() async throws {
      var stage = try Stage(.file)
      let output = try await play(
        try stage.wav(a),
        try stage.wav(b),
        crossfade(1.5),
        on: &stage
      )
      let largest = error(output, mix(a.values, b.values, fade))
      #expect(try #require(largest) <= 1)
    }

    @Test("An MP3 is faded in and out at its audible ends")
    func mp3FadedOutWhat() async throws {
      let data = try MP3Maker(fixture: "joint-lame.mp3").repeated(8).data(.none)
      let mp3 = try await alone(data)
      var stage = try Stage(.file)
      let source = MediaSource(.bytes(CountingBytes(data)))
      let second = try await play(try stage.wav(a), source, crossfade(1.5), on: &stage)
      #expect(try #require(error(second, mix(a.values, mp3.values, fade))) <= 1)
      stage = try Stage(.file)
      let bytes = CountingBytes(data)
      let first = try await play(
        MediaSource(.bytes(bytes)),
        try stage.wav(b),
        crossfade(1.5),
        on: &stage
      )
      // The stated length includes the padding of the last frame.
      let length = mp3.frames + b.frames - first.frames
      #expect(abs(length - fade) < 2_304)
      #expect(try #require(error(first, mix(mp3.values, b.values, length))) <= 1)
      // Only its end was decoded.
      #expect(try #require(bytes.counts.last) < data.count * 3 / 4)
    }

    @Test("An MP3 with LAME's header is faded out for the set length")
    func mp3LameHeaderFaded() async throws {
      let data = try MP3Maker(fixture: "joint-lame.mp3").repeated(5).data(.lame)
      let mp3 = try await alone(data)
      var stage = try Stage(.file)
      let source = MediaSource(.bytes(CountingBytes(data)))
      let first = try await play(source, try stage.wav(b), crossfade(1.5), on: &stage)
      #expect(try #require(error(first, mix(mp3.values, b.values, fade))) <= 1)
    }

    @Test("A track that may not be mixed fades neither out nor in, and follows without a gap")
    func whatMayMixedFaded() async throws {
      for isSecond in [false, true] {
        var stage = try Stage(.file)
        var (one, two) = (try stage.wav(a), try stage.wav(b))
        if isSecond { two.allowsCrossfade = false } else { one.allowsCrossfade = false }
        let output = try await play(one, two, crossfade(1.5), isFaded: false, on: &stage)
        #expect(output.samples == a.samples + b.samples, "\(isSecond)")
      }
    }

    private func alone(_ data: Data) async throws -> Signal {
      var alone = try Stage(.file)
      let id = alone.nextLoad()
      let path = try alone.sandbox.write(data, to: "a.mp3")
      alone.engine.load(alone.log.makeLoad(id, MediaSource(.file(path: path))))
      #expect(try await alone.log.end(of: id) == .ended(followedBy: nil))
      return Signal(pcm: try await alone.output())
    }

    @Test("A first track that is too short is not faded out")
    func firstShortFadedOut() async throws {
      var stage = try Stage(.file)
      let loud = try Fixture.data("loudness.flac")
      let flac = MediaSource(.file(path: try stage.sandbox.write(loud, to: "a.flac")))
      let output = try await play(
        flac,
        try stage.wav(b),
        crossfade(1.5),
        isFaded: false,
        on: &stage
      )
      #expect(output.frames == 22_050 + b.frames)
      #expect(output.samples.suffix(b.samples.count) == b.samples[...])
    }

    @Test("Three tracks sound as their mix with two fades")
    func threeTracksTwoFades() async throws {
      var stage = try Stage(.file)
      let (one, two, three) = (stage.nextLoad(), stage.nextLoad(), stage.nextLoad())
      let middle = Signal.integer(frames: 8 * Signal.rate + 5)
      let last = Signal.sweep(frames: 4 * Signal.rate)
      let bytes = SlowFirstStream(middle.wav, limit: 3 * Signal.rate * 4)
      stage.engine.setOutput(crossfade(1.5))
      stage.engine.load(stage.log.makeLoad(one, try stage.wav(a), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(two, MediaSource(.bytes(bytes))), after: one)
      try await stage.waitForPlaylist(of: 3)
      stage.engine.setPlaying(true, load: one)
      try await stage.wait(for: two) { $0.isStarted }
      stage.engine.setNext(stage.log.makeLoad(three, try stage.wav(last)), after: two)
      // Two entries more than now, because libmpv keeps played ones.
      try await stage.waitForPlaylist(of: 5)
      bytes.open()
      #expect(try await stage.end(of: three) == .ended(followedBy: nil))
      let output = Signal(pcm: try await stage.output())
      let reference = mix(mix(a.values, middle.values, fade), last.values, fade)
      #expect(try #require(error(output, reference)) <= 1)
    }

    @Test("A gain from tags applies in the overlap too")
    func gainTagsOverlap() async throws {
      var stage = try Stage(.file)
      var settings = crossfade(1.5)
      settings.loudness = Loudness(.track, fallback: -6.020_6)
      let output = try await play(try stage.wav(a), try stage.wav(b), settings, on: &stage)
      let reference = mix(a.values, b.values, fade).map { $0 / 2 }
      #expect(try #require(error(output, reference)) <= 1.1)
    }

    @Test("A track shorter than two fades is faded for half of it")
    func whatShorterThanTwo() async throws {
      var stage = try Stage(.file)
      let short = Signal.integer(frames: 3 * Signal.rate)
      let output = try await play(
        try stage.wav(a),
        try stage.wav(short),
        crossfade(12),
        on: &stage
      )
      let reference = mix(a.values, short.values, fade)
      #expect(try #require(error(output, reference)) <= 1)
    }

    @Test("A second track that is too short is not faded in")
    func secondShortFaded() async throws {
      var stage = try Stage(.file)
      let short = Signal.integer(frames: Signal.rate)
      let output = try await play(
        try stage.wav(a),
        try stage.wav(short),
        crossfade(5),
        isFaded: false,
        on: &stage
      )
      #expect(output.samples == a.samples + short.samples)
    }

    @Test("A first track shorter than stated plays whole, and fails at its end")
    func firstShorterThanSays() async throws {
      var stage = try Stage(.file)
      let (one, two) = (stage.nextLoad(), stage.nextLoad())
      let cut = a.wav.prefix(5 * Signal.rate * 4 + 44)
      let path = try stage.sandbox.write(cut, to: "cut.wav")
      stage.engine.setOutput(crossfade(1.5))
      stage.engine.load(
        stage.log.makeLoad(one, MediaSource(.file(path: path)), isPlaying: false)
      )
      stage.engine.setNext(stage.log.makeLoad(two, try stage.wav(b)), after: one)
      try await stage.waitForPlaylist(of: 2)
      stage.engine.setPlaying(true, load: one)
      #expect(try await stage.end(of: two) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: one).last?.failure?.code == .interrupted)
      let output = Signal(pcm: try await stage.output())
      #expect(output.frames == 5 * Signal.rate + b.frames)
    }

    @Test("The position in the overlap is the second track's, and continues after it")
    func overlapSecondPositionCounts() async throws {
      var stage = try Stage(.driven)
      let (one, two) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.setOutput(crossfade(1))
      stage.engine.load(
        stage.log.makeLoad(one, try stage.wav(a), at: .milliseconds(2_500), isPlaying: true)
      )
      stage.engine.setNext(stage.log.makeLoad(two, try stage.wav(b)), after: one)
      let started = try await stage.wait(for: two) { $0.isStarted }
      #expect(try #require(started.anchor).position < .milliseconds(500))
      try await stage.waitForPlaylist(of: 3)
      let anchor = try #require(started.anchor)
      // libmpv itself has now reached the second track.
      try await stage.wait { lines in
        lines.contains { line in
          line.load == two && (line.report.anchor?.position ?? .zero) > .milliseconds(400)
        }
      }
      for report in stage.log.reports(of: two) {
        guard let later = report.anchor, later.instant > anchor.instant else { continue }
        let drift = later.position - anchor.position(at: later.instant)
        // The fade lasts a second, so a fade counted twice or not at all would be that far off.
        #expect(drift > .milliseconds(-700) && drift < .milliseconds(150), "\(drift)")
      }
      await stage.close()
    }

    @Test("Tracks in an album's order are never faded, nor is anything if the length is zero")
    func whatStandsAlbumOrder() async throws {
      for (seconds, album) in [
        (1.5, AlbumContext(continuesPrevious: true)), (0, AlbumContext()),
      ] {
        var stage = try Stage(.file)
        let output = try await play(
          try stage.wav(a),
          try stage.wav(b),
          crossfade(seconds),
          album: album,
          isFaded: false,
          on: &stage
        )
        #expect(output.samples == a.samples + b.samples)
      }
    }
  }
}

/// Bytes whose first stream holds some back until a gate opens. Other streams, as for rendering,
/// don't.
private final class SlowFirstStream: ByteSource {
  private let slow: GatedBytes
  private let data: Data
  private let count = Locked(0)

  init(_ data: Data, limit: Int) {
    slow = GatedBytes(data, openFor: limit)
    self.data = data
  }

  func open() {
    slow.open()
  }

  func makeStream() -> any ByteStream {
    let isFirst = count.withLock { count in
      defer { count += 1 }
      return count == 0
    }
    return isFirst ? slow.makeStream() : GatedBytes(data, openFor: .max).makeStream()
  }
}
