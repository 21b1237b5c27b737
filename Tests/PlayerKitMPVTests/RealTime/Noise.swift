extension Signal {
  /// Noise from a seed: no stretch of it resembles another, nor one of another seed.
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

  /// The frame at which a stretch of another signal is found, within a step of each sample: what went
  /// through floating point is off by so much.
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

  /// By how many frames a stretch of another signal is later here than it is there.
  func delay(of other: Signal, at start: Int) -> Int? {
    frame(of: other, at: start).map { $0 - start }
  }

  /// How many frames of a stretch of another signal, which is here at `offset` from where it is
  /// there, are not as they are there.
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
  // Not its samples: expectations that fail print what they were about.
  var description: String { "a signal of \(frames) frames" }
}
