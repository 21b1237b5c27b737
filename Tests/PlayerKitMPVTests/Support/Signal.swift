import Foundation
import PlayerKitSystem
import TestSupport

/// A signal of 16-bit stereo samples without repetition, so that a lost or doubled sample is
/// noticed.
struct Signal: Equatable {
  /// The interleaved samples.
  var samples: [Int16]

  static let rate = 44_100

  /// A sweep that differs between the channels, with some deterministic noise on top.
  static func sweep(frames: Int) -> Signal {
    var samples: [Int16] = []
    samples.reserveCapacity(frames * 2)
    var noise: UInt32 = 1
    for frame in 0..<frames {
      let time = Double(frame) / Double(rate)
      for pitch in [220.0, 331.0] {
        noise = noise &* 1_664_525 &+ 1_013_904_223
        let tone = sin(2 * .pi * (pitch + 40 * time) * time) * 12_000
        samples.append(Int16(tone) + Int16(noise >> 20) - 2_048)
      }
    }
    return Signal(samples: samples)
  }

  var frames: Int { samples.count / 2 }

  subscript(range: Range<Int>) -> Signal {
    Signal(samples: Array(samples[range.lowerBound * 2..<range.upperBound * 2]))
  }

  /// The RMS of the difference from another signal of this length, relative to the RMS of this one.
  func difference(from other: Signal) -> Double {
    func power(_ values: some Sequence<Int>) -> Double {
      values.reduce(0) { $0 + Double($1) * Double($1) }
    }
    let error = power(zip(samples, other.samples).map { Int($0) - Int($1) })
    return (error / max(power(samples.map { Int($0) }), 1)).squareRoot()
  }

  /// Little-endian bytes, interleaved.
  var pcm: Data {
    samples.withUnsafeBufferPointer { Data(buffer: $0) }
  }

  /// A WAV file.
  var wav: Data { wav(rate: Self.rate, channels: 2) }

  /// A WAV file of the samples, with one or two channels.
  func wav(rate: Int, channels: Int) -> Data {
    WAVMaker.file(samples, rate: rate, channels: channels)
  }
}

extension Signal {
  /// A signal made with integer arithmetic, so that it is the same on every machine. Its first
  /// 30,011 frames are the fixture `seam-a.flac`, made by `Scripts/fixtures.py seam`.
  static func integer(frames: Int) -> Signal {
    integers.withLock { integers in
      integers.extend(to: frames)
      return Signal(samples: Array(integers.samples.prefix(frames * 2)))
    }
  }

  /// A longer signal begins with a shorter one, so each sample is computed once.
  private static let integers = Locked(IntegerSamples())

  private struct IntegerSamples {
    private(set) var samples: [Int16] = []
    private var noise: UInt32 = 1

    mutating func extend(to frames: Int) {
      var frame = samples.count / 2
      while frame < frames {
        append(frame % 200, of: 200)
        append(frame % 133, of: 133)
        frame += 1
      }
    }

    private mutating func append(_ phase: Int, of period: Int) {
      noise = noise &* 1_664_525 &+ 1_013_904_223
      let triangle = min(phase, period - phase) * 24_000 / period - 6_000
      samples.append(Int16(triangle + Int(noise >> 28)))
    }
  }
}
