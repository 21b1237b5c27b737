import PlayerKit

/// A small summary of decoded media that suffices for a waveform of any number of points.
struct WaveformOutline: Equatable, Sendable {
  struct Bin: Equatable, Sendable {
    var minimum: Int16
    var maximum: Int16
    /// The mean of the squares, scaled so that 2³² is 1.
    var power: UInt32
  }

  var bins: [Bin]
  /// The number of samples per bin. The last bin may have fewer.
  var width: Int64
  var count: Int64
  var sampleRate: Int64
  /// In nanoseconds; 0 if unknown.
  var statedDuration: Int64

  init(_ bins: WaveformBins, sampleRate: Int64, statedDuration: Int64) {
    let width = Int64(bins.width)
    (self.width, count) = (width, bins.count)
    (self.sampleRate, self.statedDuration) = (sampleRate, statedDuration)
    let last = bins.bins.count - 1
    let lastWidth = bins.count - Int64(last) * width
    self.bins = bins.bins.enumerated().map { index, bin in
      let power = bin.power / Double(index == last ? lastWidth : width)
      return Bin(
        minimum: Int16((bin.minimum * 32_767).rounded()),
        maximum: Int16((bin.maximum * 32_767).rounded()),
        power: UInt32(clamping: Int64((power * 4_294_967_296).rounded()))
      )
    }
  }

  init(bins: [Bin], width: Int64, count: Int64, sampleRate: Int64, statedDuration: Int64) {
    (self.bins, self.width, self.count) = (bins, width, count)
    (self.sampleRate, self.statedDuration) = (sampleRate, statedDuration)
  }

  /// Makes a waveform. Each point covers every bin that it touches.
  func waveform(points: Int, isWhole: Bool) -> Waveform {
    let stated = statedDuration > 0 ? Duration.nanoseconds(statedDuration) : nil
    let end = Duration.seconds(Double(count) / Double(sampleRate))
    var shown = points
    // Place the points of a part as in the whole waveform.
    if !isWhole, let stated, stated > end {
      shown = max(1, Int((Double(points) * (end / stated)).rounded(.down)))
    }
    guard !bins.isEmpty else {
      return Waveform(points: [], end: .zero, statedDuration: stated, isWhole: isWhole)
    }
    let length = Double(count) / Double(shown) / Double(width)
    return Waveform(
      points: (0..<shown).map { index in
        let first = min(Int(Double(index) * length), bins.count - 1)
        let end = min(Int((Double(index + 1) * length).rounded(.up)), bins.count)
        return point(first..<max(end, first + 1))
      },
      end: end,
      statedDuration: stated,
      isWhole: isWhole
    )
  }

  private func point(_ range: Range<Int>) -> Waveform.Point {
    var (low, high, power, samples) = (Int16.max, Int16.min, 0.0, 0.0)
    for index in range {
      let bin = bins[index]
      low = min(low, bin.minimum)
      high = max(high, bin.maximum)
      let own = index == bins.count - 1 ? count - Int64(index) * width : width
      power += Double(bin.power) * Double(own)
      samples += Double(own)
    }
    return Waveform.Point(
      minimum: Float(low) / 32_767,
      maximum: Float(high) / 32_767,
      rms: Float((power / samples / 4_294_967_296).squareRoot())
    )
  }
}
