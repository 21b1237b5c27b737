import Foundation
import PlayerKit
import PlayerKitTesting
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// Crossfades on file output, against a mix made here.
  @Suite(.timeLimit(.minutes(1)))
  struct CrossfadeTests {
    private let a = Signal.sweep(frames: 6 * Signal.rate)
    private let b = Signal.integer(frames: 5 * Signal.rate + 17)
    private let fade = Signal.rate * 3 / 2

    private func crossfade(_ seconds: Double) -> OutputSettings {
      var settings = OutputSettings()
      settings.crossfade = .seconds(seconds)
      return settings
    }

    /// What two signals that overlap by so many frames sound like.
    private func mix(_ a: Signal, _ b: Signal, _ count: Int) -> [Double] {
      let (start, end) = ((a.frames - count) * 2, count * 2)
      let overlap = (0..<count).flatMap { frame in
        let angle = (Double(frame) + 0.5) / Double(count) * .pi / 2
        return (0..<2).map { channel in
          let index = frame * 2 + channel
          return Double(a.samples[start + index]) * cos(angle)
            + Double(b.samples[index]) * sin(angle)
        }
      }
      return a.samples[..<start].map(Double.init) + overlap + b.samples[end...].map(Double.init)
    }

    private func error(_ output: Signal, _ reference: [Double]) -> Double? {
      guard output.samples.count == reference.count else { return nil }
      return zip(output.samples, reference).map { abs(Double($0) - $1) }.max()
    }

    /// Plays one track and what follows, once that is appended to it.
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
      try await stage.engine.waitForPlaylist(of: isFaded ? 3 : 2)
      stage.engine.setPlaying(true, load: one)
      #expect(try await stage.log.end(of: two) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: one).last == .ended(followedBy: two))
      #expect(stage.log.reports(of: two).filter(\.isStarted).count == 1)
      return Signal(pcm: try await stage.output())
    }

    @Test func `Two tracks sound as their mix, sample for sample`() async throws {
      var stage = try Stage(isRealTime: false)
      let output = try await play(
        try stage.wav(a),
        try stage.wav(b),
        crossfade(1.5),
        on: &stage
      )
      let largest = error(output, mix(a, b, fade))
      #expect(try #require(largest) <= 1)
    }

    @Test func `What stands in an album's order is never faded, nor is anything at 0 s`()
      async throws
    {
      for (seconds, album) in [
        (1.5, AlbumContext(continuesPrevious: true)), (0, AlbumContext()),
      ] {
        var stage = try Stage(isRealTime: false)
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

extension MPVEngine {
  /// Waits until libmpv's playlist has so many entries.
  func waitForPlaylist(of count: Int) async throws {
    for _ in 0..<1_000 where await playlistCount != count {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(await playlistCount == count)
  }
}
