import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// A load with its own rate that follows another, checked in the output file.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct EntryRateTests {
    private let first = Signal.noise(frames: 60_013, seed: 1)
    private let second = Signal.noise(frames: 90_000, seed: 2)

    private func play(rate: Double, then next: Double) async throws -> Signal {
      var stage = try Stage(.file)
      var settings = OutputSettings()
      settings.rate = rate
      stage.engine.setOutput(settings)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(first), isPlaying: false))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second), rate: next), after: a)
      stage.engine.setPlaying(true, load: a)
      #expect(try await stage.end(of: b) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: b).first(where: \.isStarted)?.anchor?.speed == next)
      return Signal(pcm: try await stage.output())
    }

    @Test("The previous load is heard to its last sample at its own rate", arguments: [1.5, 2])
    func beginsFaster(rate: Double) async throws {
      let heard = try await play(rate: 1, then: rate)
      #expect(heard[0..<first.frames] == first)
      // Time stretching without Rubber Band is inexact at the end of a file.
      let rest = Double(heard.frames - first.frames)
      #expect(abs(rest - Double(second.frames) / rate) < 400)
    }

    @Test("The next load is heard from its first sample at its own rate", arguments: [1.5, 2])
    func goesBack(rate: Double) async throws {
      let heard = try await play(rate: rate, then: 1)
      try #require(heard.frames > second.frames)
      #expect(heard[heard.frames - second.frames..<heard.frames] == second)
      let rest = Double(heard.frames - second.frames)
      #expect(abs(rest - Double(first.frames) / rate) < 400)
    }

    @Test("The next load starts when the previous one has ended", arguments: [(1.0, 2.0), (2, 1)])
    func startsInTime(rate: Double, next: Double) async throws {
      var stage = try Stage(.driven)
      var settings = OutputSettings()
      settings.rate = rate
      stage.engine.setOutput(settings)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(second)))
      stage.engine.setNext(stage.log.makeLoad(b, try stage.wav(second), rate: next), after: a)
      let start = try #require(try await stage.wait(for: b, until: \.isStarted).anchor)
      let loaded = try #require(stage.log.reports(of: a).first(where: \.isLoaded)?.anchor)
      let heard = loaded.position(at: start.instant).seconds - start.position.seconds * rate / next
      #expect(abs(heard - Double(second.frames) / 44_100) < Stage.maximumLead.seconds * rate)
      #expect(start.speed == next)
      await stage.close()
    }

    @Test("The entries of a queue have their own rates from their first samples")
    func ratesInQueue() async throws {
      let stage = try Stage(.file)
      let signals = (0..<3).map { Signal.noise(frames: 50_000, seed: UInt32($0) + 1) }
      let tracks = try signals.enumerated().map { URLTrack(path: try stage.file($1, $0)) }
      let show = try Show(stage, [])
      show.queue.append([
        QueueItem(tracks[0]), QueueItem(tracks[1], rate: 2), QueueItem(tracks[2]),
      ])
      show.queue.play()
      _ = try await show.wait(for: "ended")
      let heard = Signal(pcm: try await stage.output())
      #expect(heard[0..<50_000] == signals[0])
      try #require(heard.frames > 100_000)
      #expect(heard[heard.frames - 50_000..<heard.frames] == signals[2])
      #expect(abs(heard.frames - 125_000) < 400)
    }
  }
}
