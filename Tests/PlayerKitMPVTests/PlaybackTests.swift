import Foundation
import PlayerKit
import PlayerKitMPV
import Testing

extension EngineTests {
  @Suite(.timeLimit(.minutes(1)))
  struct PlaybackTests {
    @Test func `A file sounds whole, and ends when its last sample is heard`() async throws {
      var stage = try Stage(isRealTime: true)
      let id = stage.nextLoad()
      let clock = ContinuousClock()
      let start = clock.now
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 44_100))))
      let loaded = try await stage.log.wait(for: id) { $0.isLoaded }
      #expect(loaded.anchor?.speed == 1)
      let end = try await stage.log.end(of: id)
      #expect(end == .ended(followedBy: nil))
      #expect(clock.now - start > .milliseconds(950))
      await stage.engine.close()
    }

    @Test func `A file is there as a whole, and that is told once`() async throws {
      var stage = try Stage(isRealTime: true)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 66_150))))
      #expect(try await stage.log.end(of: id) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: id).filter(\.isBuffered) == [.buffered(.milliseconds(1_500))])
      await stage.engine.close()
    }

    @Test func `What is written equals the samples of the file`() async throws {
      var stage = try Stage(isRealTime: false)
      let signal = Signal.sweep(frames: 100_003)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal)))
      let end = try await stage.log.end(of: id)
      #expect(end == .ended(followedBy: nil))
      #expect(try await stage.output() == signal.pcm)
    }

    @Test func `A signal cut into two files sounds as if it were one`() async throws {
      var stage = try Stage(isRealTime: false)
      let signal = Signal.sweep(frames: 200_003)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal[0..<90_001]), isPlaying: false))
      stage.engine.setNext(
        stage.log.makeLoad(b, try stage.wav(signal[90_001..<200_003])),
        after: a
      )
      stage.engine.setPlaying(true, load: a)
      let end = try await stage.log.end(of: b)
      #expect(end == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      #expect(stage.log.reports(of: b).contains { $0.isStarted })
      #expect(try await stage.output() == signal.pcm)
    }

    @Test func `What follows is reported when it is heard`() async throws {
      var stage = try Stage(isRealTime: true)
      let signal = Signal.sweep(frames: 88_200)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal[0..<66_150])))
      stage.engine.setNext(
        stage.log.makeLoad(b, try stage.wav(signal[66_150..<88_200])),
        after: a
      )
      let loaded = try await stage.log.wait(for: a) { $0.isLoaded }
      let started = try await stage.log.wait(for: b) { $0.isStarted }
      let first = try #require(loaded.anchor)
      let second = try #require(started.anchor)
      let elapsed = first.position(at: second.instant) - second.position
      #expect(elapsed > .milliseconds(1_440) && elapsed < .milliseconds(2_500), "\(elapsed)")
      #expect(try await stage.log.end(of: b) == .ended(followedBy: nil))
      await stage.engine.close()
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
