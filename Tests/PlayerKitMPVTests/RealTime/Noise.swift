extension Signal {
  /// Noise from a seed. No part of it resembles another part, or the noise of another seed.
  static func noise(frames: Int, seed: UInt32) -> Signal {
    var state = seed &* 2_654_435_761 | 1
    return Signal(
      samples: (0..<frames * 2).map { _ in
        state ^= state &<< 13
        state ^= state &>> 17
        state ^= state &<< 5
        return Int16(truncatingIfNeeded: Int32(bitPattern: state) &>> 18)
      }
    )
  }

  /// The frame at which a part of another signal is found. Each sample may differ by one step,
  /// because of the conversion to floating point.
  func frame(of other: Signal, at start: Int, length: Int = 256) -> Int? {
    guard start >= 0, start + length <= other.frames, frames >= length else { return nil }
    return samples.withUnsafeBufferPointer { hay in
      other.samples.withUnsafeBufferPointer { needle in
        var frame = 0
        while frame + length <= hay.count / 2 {
          var index = 0
          while index < length * 2,
            abs(Int(hay[frame * 2 + index]) - Int(needle[start * 2 + index])) <= 1
          {
            index += 1
          }
          if index == length * 2 { return frame }
          frame += 1
        }
        return nil
      }
    }
  }

  /// The delay in frames of a part of another signal.
  func delay(of other: Signal, at start: Int) -> Int? {
    frame(of: other, at: start).map { $0 - start }
  }

  /// The number of frames in a part of another signal that differ here, at this offset.
  func deviations(from other: Signal, in stretch: Range<Int>, at offset: Int) -> Int {
    stretch.count { frame in
      let here = frame + offset
      guard here >= 0, here < frames else { return true }
      return (0...1).contains {
        abs(Int(samples[here * 2 + $0]) - Int(other.samples[frame * 2 + $0])) > 1
      }
    }
  }
}

extension Signal: CustomStringConvertible {
  // Without the samples, because failed expectations print their values.
  var description: String { "a signal of \(frames) frames" }
}
