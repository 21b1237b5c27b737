import Foundation
import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Crossfades from and to clips, and changes of the settings before they begin, with file output.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct ClipCrossfadeTests {
    private static let a = Signal.sweep(frames: 8 * Signal.rate)
    private static let b = Signal.integer(frames: 8 * Signal.rate)
    private static let fade = Signal.rate * 3 / 2
    private static let first = 50_000..<7 * Signal.rate
    private static let second = 70_001..<6 * Signal.rate

    private func track(
      _ signal: Signal,
      _ clip: Range<Int>?,
      _ isFLAC: Bool,
      _ stage: Stage
    ) throws -> FadeStage.Track {
      let data = isFLAC ? signal.flac : signal.wav
      let path = try stage.sandbox.write(data, to: UUID().uuidString)
      return .init(
        MediaSource(.file(path: path)),
        clip: try clip.map {
          try Clip(from: .samples($0.lowerBound), to: .samples($0.upperBound))
        }
      )
    }

    @Test(
      "A clip is faded out, and faded into another, at its own ends",
      arguments: [(true, false), (false, true), (true, true)],
      [false, true]
    )
    func clipFadedOutInto(
      clips: (Bool, Bool),
      isFLAC: Bool
    ) async throws {
      let fade = try FadeStage()
      let parts: (Range<Int>?, Range<Int>?) = (
        clips.0 ? Self.first : nil, clips.1 ? Self.second : nil
      )
      fade.prepare(
        try track(Self.a, parts.0, isFLAC, fade.stage),
        try track(Self.b, parts.1, isFLAC, fade.stage)
      )
      let output = try await fade.finish(isFaded: true)
      let reference = Signal.mix(
        Self.a[parts.0 ?? 0..<Self.a.frames].values,
        Self.b[parts.1 ?? 0..<Self.b.frames].values,
        Self.fade
      )
      let largest = output.error(from: reference)
      #expect(try #require(largest) <= 1)
      guard case .loaded(let media)? = fade.stage.log.reportsOnceOpen(of: fade.two).first else {
        Issue.record("The clip is not loaded.")
        return
      }
      let length = Double((parts.1 ?? 0..<Self.b.frames).count) / Double(Signal.rate)
      #expect(abs((media.duration ?? .zero).seconds - length) < 0.001)
    }

    @Test("A clip shorter than the fade is faded for half of it")
    func clipShorterThanFade() async throws {
      let fade = try FadeStage(12)
      let short = 50_000..<50_000 + 5 * Signal.rate
      fade.prepare(
        try track(Self.a, short, false, fade.stage),
        try track(Self.b, nil, false, fade.stage)
      )
      let output = try await fade.finish(isFaded: true)
      let reference = Signal.mix(Self.a[short].values, Self.b.values, Signal.rate * 5 / 2)
      let largest = output.error(from: reference)
      #expect(try #require(largest) <= 1)
    }

    @Test("A clip of less than two seconds is not faded", arguments: [true, false])
    func clipLessThanTwo(isFirst: Bool) async throws {
      let fade = try FadeStage(5)
      let short = 50_000..<50_000 + Signal.rate * 19 / 10
      let parts: (Range<Int>?, Range<Int>?) = isFirst ? (short, nil) : (nil, short)
      fade.prepare(
        try track(Self.a, parts.0, false, fade.stage),
        try track(Self.b, parts.1, false, fade.stage)
      )
      let output = try await fade.finish(isFaded: false)
      let a = Self.a[parts.0 ?? 0..<Self.a.frames]
      let b = Self.b[parts.1 ?? 0..<Self.b.frames]
      #expect(output.samples == a.samples + b.samples)
    }

    // MARK: Other settings

    @Test(
      "A crossfade that changes before the fade begins has the new length",
      arguments: [(0, 1.5), (1.5, 0), (3, 1.5)]
    )
    func lengthChangedBeforeFade(
      from old: Double,
      to new: Double
    ) async throws {
      let fade = try FadeStage(old)
      fade.prepare(
        try track(Self.a, nil, false, fade.stage),
        try track(Self.b, nil, false, fade.stage)
      )
      try await fade.stage.waitForPlaylist(of: old > 0 ? 3 : 2)
      try await fade.change(to: FadeStage.settings(new))
      let output = try await fade.finish(isFaded: new > 0)
      let frames = Int(new * Double(Signal.rate))
      let reference = Signal.mix(Self.a.values, Self.b.values, frames)
      let largest = output.error(from: reference)
      #expect(try #require(largest) <= 1)
    }

    @Test("A loudness that changes before the fade begins applies to it")
    func loudnessChangedBeforeFade() async throws {
      let fade = try FadeStage()
      fade.prepare(
        try track(Self.a, nil, false, fade.stage),
        try track(Self.b, nil, false, fade.stage)
      )
      try await fade.stage.waitForPlaylist(of: 3)
      var settings = FadeStage.settings(1.5)
      settings.loudness = Loudness(.track, fallback: -6.020_6)
      try await fade.change(to: settings)
      let output = try await fade.finish(isFaded: true)
      let reference = Signal.mix(Self.a.values, Self.b.values, Self.fade).map { $0 / 2 }
      try #require(output.samples.count == reference.count)
      // The part that libmpv had decoded before has its old gain.
      let start = 2 * Signal.rate * 2
      let later = Signal(samples: Array(output.samples[start...]))
      let largest = later.error(from: Array(reference[start...]))
      #expect(try #require(largest) <= 1.1)
    }
  }
}
