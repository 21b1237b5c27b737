import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  // Real time: the meter compares positions in the sound with the system's clock, which is its
  // subject.
  /// Values arrive when their sound is audible.
  @Suite(.tags(.realTime), .heartbeat, .timeLimit(.minutes(5)))
  struct RealTimeMeteringTests {
    private func tone(seconds: Double) -> Signal {
      Tones.signal([997], amplitude: 0.5, right: 0.25, seconds: seconds)
    }

    /// A second of silence, and then a tone.
    private var late: Signal {
      let silence = [Int16](repeating: 0, count: Signal.rate * 2)
      return Signal(samples: silence + tone(seconds: 4).samples)
    }

    @Test("Values arrive when they are heard, with their position")
    func places() async throws {
      var stage = try Stage(.realTime)
      let load = stage.nextLoad()
      let stream = stage.engine.levels()
      stage.engine.load(stage.log.makeLoad(load, try stage.wav(late)))
      var distances: [Double] = []
      for await value in stream {
        #expect(value.load == load)
        let isTone = value.channels[0].peak > -40
        // A value covers all pieces since the previous one, and has the position of the last one.
        #expect(isTone ? value.position > .milliseconds(970) : value.position < .seconds(1))
        let heard = await stage.engine.ask { $0.handle.double("audio-pts") }
        if let heard { distances.append(heard - value.position.seconds) }
        if value.position > .seconds(2) { break }
      }
      // Some values are late if the machine is busy, so only one in ten must be prompt.
      let sorted = distances.sorted()
      let prompt = try #require(sorted.isEmpty ? nil : sorted[sorted.count / 10])
      print("metering: told \(prompt) s behind the sound, of \(distances.count)")
      #expect(abs(prompt) < 0.05)
      await stage.close()
    }

    @Test("After a joint the values name the next load, from its beginning")
    func joint() async throws {
      var stage = try Stage(.realTime)
      let (first, second) = (stage.nextLoad(), stage.nextLoad())
      let stream = stage.engine.levels()
      let short = Signal(samples: [Int16](repeating: 0, count: Signal.rate * 2 * 2))
      stage.engine.load(stage.log.makeLoad(first, try stage.wav(short)))
      stage.engine.setNext(
        stage.log.makeLoad(second, try stage.wav(tone(seconds: 3))),
        after: first
      )
      var values: [SoundLevels] = []
      for await value in stream {
        values.append(value)
        if value.load == second, value.position > .milliseconds(300) { break }
      }
      #expect(values.allSatisfy { ($0.load == first) == ($0.channels[0].peak < -100) })
      let begun = try #require(values.first { $0.load == second })
      #expect(begun.position < .milliseconds(1_500))
      let tail = try #require(values.last { $0.load == first })
      #expect(tail.position > .milliseconds(500) && tail.position < .milliseconds(2_010))
      await stage.close()
    }

  }
}
