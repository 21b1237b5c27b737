import Foundation

/// Tones, and their measurement.
enum Tones {
  /// A sum of sines of equal amplitude, in one or both channels.
  static func signal(
    _ frequencies: [Double],
    amplitude: Double,
    right: Double? = nil,
    seconds: Double
  ) -> Signal {
    let frames = Int(seconds * Double(Signal.rate))
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    for frame in 0..<frames {
      let time = Double(frame) / Double(Signal.rate)
      let value = frequencies.reduce(0) { $0 + sin(2 * .pi * $1 * time) }
      samples.append(Int16((value * amplitude * 32_767).rounded()))
      samples.append(Int16((value * (right ?? amplitude) * 32_767).rounded()))
    }
    return Signal(samples: samples)
  }

  /// Frequencies with a whole number of periods in a second, from low to high.
  static let octaves: [Double] = [31, 45, 63, 125, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000]
}

extension Signal {
  /// The amplitude of a sine, as a fraction of full scale, measured with a Hann window.
  func amplitude(of frequency: Double, channel: Int = 0, in range: Range<Int>) -> Double {
    var (real, imaginary, sum) = (0.0, 0.0, 0.0)
    let turn = 2 * Double.pi * frequency / Double(Self.rate)
    let length = Double(range.count)
    samples.withUnsafeBufferPointer { samples in
      for frame in range {
        let place = Double(frame - range.lowerBound)
        let weight = 0.5 - 0.5 * cos(2 * .pi * place / length)
        let value = Double(samples[frame * 2 + channel]) / 32_767 * weight
        real += value * cos(turn * place)
        imaginary += value * sin(turn * place)
        sum += weight
      }
    }
    return 2 * (real * real + imaginary * imaginary).squareRoot() / sum
  }

  /// The frequency of the sine near a guess.
  func frequency(near guess: Double, in range: Range<Int>) -> Double {
    // The window's lobe is two bins wide on each side, with one maximum.
    let bin = Double(Self.rate) / Double(range.count)
    let coarse = (-40...40).map { guess + Double($0) * bin / 2 }
    let best = coarse.max {
      amplitude(of: $0, in: range) < amplitude(of: $1, in: range)
    }
    var (low, high) = ((best ?? guess) - bin / 2, (best ?? guess) + bin / 2)
    while high - low > 1e-4 {
      let (a, b) = (low + (high - low) / 3, high - (high - low) / 3)
      if amplitude(of: a, in: range) < amplitude(of: b, in: range) { low = a } else { high = b }
    }
    return (low + high) / 2
  }

  /// The largest step between two samples of a channel.
  func largestStep(channel: Int = 0) -> Int {
    var most = 0
    for frame in 1..<max(frames, 1) {
      let step = Int(samples[frame * 2 + channel]) - Int(samples[frame * 2 - 2 + channel])
      most = max(most, abs(step))
    }
    return most
  }
}

func decibels(_ factor: Double) -> Double { 20 * log10(max(factor, 1e-9)) }
