/// Folds any number of samples into a limited number of bins of equal width. Merges pairs of bins
/// if there are too many.
struct WaveformBins {
  /// A summary of consecutive samples.
  struct Bin: Equatable {
    var minimum: Float = .infinity
    var maximum: Float = -.infinity
    /// The sum of the squares.
    var power: Double = 0

    mutating func add(_ other: Bin) {
      minimum = min(minimum, other.minimum)
      maximum = max(maximum, other.maximum)
      power += other.power
    }
  }

  /// The maximum number of bins.
  static let most = 8_192

  private(set) var bins: [Bin] = []
  /// The number of samples per bin. The last bin may have fewer.
  private(set) var width = 1
  private(set) var count: Int64 = 0
  /// The number of samples in the last bin.
  private var filled = 0

  /// Adds the next samples.
  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    var rest = samples[...]
    while !rest.isEmpty {
      if bins.isEmpty || filled == width { open() }
      let part = rest.prefix(width - filled)
      bins[bins.count - 1].add(Self.fold(UnsafeBufferPointer(rebasing: part)))
      filled += part.count
      count += Int64(part.count)
      rest = rest.dropFirst(part.count)
    }
  }

  private mutating func open() {
    if bins.count == Self.most {
      for index in 0..<Self.most / 2 {
        bins[index] = bins[2 * index]
        bins[index].add(bins[2 * index + 1])
      }
      bins.removeLast(Self.most / 2)
      width *= 2
    }
    bins.append(Bin())
    filled = 0
  }

  private static func fold(_ samples: UnsafeBufferPointer<Float>) -> Bin {
    typealias Lanes = SIMD8<Float>
    var bin = Bin()
    var index = 0
    if samples.count >= Lanes.scalarCount {
      let bytes = UnsafeRawBufferPointer(samples)
      var (low, high) = (Lanes(repeating: .infinity), Lanes(repeating: -.infinity))
      while index + Lanes.scalarCount <= samples.count {
        var power = Lanes.zero
        // Add squares as floats in short runs, and the runs as doubles, to stay exact.
        let end = min(index + 512, samples.count - samples.count % Lanes.scalarCount)
        while index < end {
          let lanes = bytes.loadUnaligned(
            fromByteOffset: index * MemoryLayout<Float>.stride,
            as: Lanes.self
          )
          low = pointwiseMin(low, lanes)
          high = pointwiseMax(high, lanes)
          power += lanes * lanes
          index += Lanes.scalarCount
        }
        bin.power += Double(power.sum())
      }
      (bin.minimum, bin.maximum) = (low.min(), high.max())
    }
    while index < samples.count {
      let sample = samples[index]
      bin.add(Bin(minimum: sample, maximum: sample, power: Double(sample * sample)))
      index += 1
    }
    return bin
  }
}
