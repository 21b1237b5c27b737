import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct PlaybackTests {
    @Test("A file plays completely, and ends when its last sample is heard")
    func fileSoundsWholeEnds() async throws {
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 44_100))))
      let loaded = try await stage.wait(for: id) { $0.isLoaded }
      #expect(loaded.anchor?.speed == 1)
      let end = try await stage.end(of: id)
      #expect(end == .ended(followedBy: nil))
      // The sound still in the pipe has not been taken yet.
      let heard = try #require(loaded.anchor).position(at: stage.clock.now)
      #expect(abs((heard - .seconds(1)).seconds) < 0.07, "\(heard)")
      await stage.close()
    }

    @Test("A file is fully buffered, which is reported once")
    func fileThereWholeTold() async throws {
      var stage = try Stage(.driven)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(.sweep(frames: 66_150))))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      #expect(stage.log.reports(of: id).filter(\.isBuffered) == [.buffered(.milliseconds(1_500))])
      await stage.close()
    }

    @Test("The output equals the samples of the file")
    func whatWrittenEqualsSamples() async throws {
      var stage = try Stage(.file)
      let signal = Signal.sweep(frames: 100_003)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, try stage.wav(signal)))
      let end = try await stage.end(of: id)
      #expect(end == .ended(followedBy: nil))
      #expect(try await stage.output() == signal.pcm)
    }

    @Test("A signal cut into two files sounds like the uncut one")
    func signalCutIntoTwo() async throws {
      var stage = try Stage(.file)
      let signal = Signal.sweep(frames: 200_003)
      let (a, b) = (stage.nextLoad(), stage.nextLoad())
      stage.engine.load(stage.log.makeLoad(a, try stage.wav(signal[0..<90_001]), isPlaying: false))
      stage.engine.setNext(
        stage.log.makeLoad(b, try stage.wav(signal[90_001..<200_003])),
        after: a
      )
      stage.engine.setPlaying(true, load: a)
      let end = try await stage.end(of: b)
      #expect(end == .ended(followedBy: nil))
      #expect(stage.log.reports(of: a).last == .ended(followedBy: b))
      #expect(stage.log.reports(of: b).contains { $0.isStarted })
      #expect(try await stage.output() == signal.pcm)
    }
  }
}

extension Duration {
  var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
