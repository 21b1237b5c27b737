import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// The handling of bits that the output does not have.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct DitherTests {
    private static let seconds = 4.0

    /// A 24-bit sine, the same in both channels.
    private static func tone(rate: Int, decibels: Double) -> NoiseSamples {
      var samples = NoiseSamples(
        rate: rate,
        bits: 24,
        frames: Int(seconds * Double(rate))
      )
      let amplitude = pow(10, decibels / 20) * 8_388_607
      for frame in 0..<samples.values.count / 2 {
        let value = Int32(
          (sin(2 * .pi * 1_000 * Double(frame) / Double(rate)) * amplitude).rounded()
        )
        (samples.values[frame * 2], samples.values[frame * 2 + 1]) = (value, value)
      }
      return samples
    }

    private func written(_ wav: Data) async throws -> (Signal, SoundFormat?) {
      var stage = try Stage(.file, dithers: true)
      let id = stage.nextLoad()
      let path = try stage.sandbox.write(wav, to: "in.wav")
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: path))))
      try await stage.end(of: id)
      return (Signal(pcm: try await stage.output()), stage.log.format(of: id))
    }

    @Test(
      "A tone below the last bit is heard without harmonics",
      arguments: [44_100, 96_000]
    )
    func toneBelowLastBit(rate: Int) async throws {
      let (signal, format) = try await written(Self.tone(rate: rate, decibels: -100).wav)
      let range = 0..<Int(Self.seconds - 0.5) * Signal.rate
      let level = decibels(signal.amplitude(of: 1_000, in: range))
      let third = decibels(signal.amplitude(of: 3_000, in: range))
      print("dither: -100 dBFS at \(rate) Hz becomes \(level) dBFS, the third harmonic \(third)")
      #expect(abs(level + 100) < 0.5)
      #expect(third < -115)
      let changes: Set<SoundFormat.Change> =
        rate == Signal.rate ? [.rounded, .dithered] : [.resampled, .rounded, .dithered]
      #expect(format?.changes == changes)
    }

    @Test("A tone above the last bit has no harmonics either")
    func toneAboveHasNo() async throws {
      let (signal, _) = try await written(Self.tone(rate: 44_100, decibels: -90).wav)
      let range = 0..<Int(Self.seconds - 0.5) * Signal.rate
      #expect(decibels(signal.amplitude(of: 3_000, in: range)) < -115)
      #expect(decibels(signal.amplitude(of: 5_000, in: range)) < -115)
    }

    @Test("Samples of 16 bits stay unchanged")
    func whatHas16Bits() async throws {
      let source = Signal.integer(frames: 30_011)
      let (signal, format) = try await written(source.wav)
      #expect(signal == source)
      #expect(format?.changes == [])
      #expect(format?.isBitPerfect == true)
    }

    @Test("Between two rates of 16 bits, dither avoids harmonics of the error")
    func betweenTwoRates16() async throws {
      let steady = Signal(samples: [Int16](repeating: 100, count: 2 * 48_000))
      let (signal, format) = try await written(steady.wav(rate: 48_000, channels: 2))
      let errors = signal.samples[20_000..<60_000].map { Double($0) - 100 }
      let mean = errors.reduce(0, +) / Double(errors.count)
      let power = errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)
      // Triangular noise of two steps, plus the rounding itself: 1/6 + 1/12.
      #expect(abs(mean) < 0.05)
      #expect(abs(power - 0.25) < 0.1, "\(power)")
      #expect(format?.changes == [.resampled, .rounded, .dithered])
    }
  }
}
