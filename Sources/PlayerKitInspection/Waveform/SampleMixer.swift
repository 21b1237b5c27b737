import PlayerKitCAVFormat

/// Mixes decoded samples of any format to one channel of floats from -1 to 1.
struct SampleMixer {
  private var mixed: [Float] = []

  /// - Parameter body: Receives the samples, which are valid only during the call.
  mutating func mix(_ samples: cav_samples, _ body: (UnsafeBufferPointer<Float>) -> Void) {
    let (count, channels) = (Int(samples.count), Int(samples.channels))
    guard count > 0, channels > 0, samples.planes != nil else { return }
    if mixed.count < count { mixed = [Float](repeating: 0, count: count) }
    mixed.withUnsafeMutableBufferPointer { buffer in
      let target = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      target.update(repeating: 0)
      switch samples.kind {
      case cav_sample_u8: Self.add(samples, to: target) { (Float($0 as UInt8) - 128) / 128 }
      case cav_sample_s16: Self.add(samples, to: target) { Float($0 as Int16) / 32_768 }
      case cav_sample_s32: Self.add(samples, to: target) { Float($0 as Int32) / 2_147_483_648 }
      case cav_sample_s64:
        Self.add(samples, to: target) { Float($0 as Int64) / 9_223_372_036_854_775_808 }
      case cav_sample_float: Self.add(samples, to: target) { Self.bounded($0 as Float) }
      case cav_sample_double: Self.add(samples, to: target) { Self.bounded(Float($0 as Double)) }
      default: return
      }
      if channels > 1 {
        let share = 1 / Float(channels)
        for index in 0..<count { target[index] *= share }
      }
      body(UnsafeBufferPointer(target))
    }
  }

  /// Treats NaN as silence.
  private static func bounded(_ sample: Float) -> Float {
    sample.isNaN ? 0 : min(max(sample, -1), 1)
  }

  @inline(__always)
  private static func add<Sample>(
    _ samples: cav_samples,
    to target: UnsafeMutableBufferPointer<Float>,
    _ value: (Sample) -> Float
  ) {
    let channels = Int(samples.channels)
    for channel in 0..<channels {
      let isPlanar = samples.is_planar != 0
      guard let plane = samples.planes[isPlanar ? channel : 0] else { continue }
      let (first, step) = isPlanar ? (0, 1) : (channel, channels)
      plane.withMemoryRebound(to: Sample.self, capacity: (target.count - 1) * step + first + 1) {
        source in
        for index in 0..<target.count { target[index] += value(source[first + index * step]) }
      }
    }
  }
}
