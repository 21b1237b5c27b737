import PlayerKitSystem

/// Mixes the end of one track and the start of another into a WAV file, with equal power.
enum CrossfadeMix {
  /// - Parameters:
  ///   - tail, head: interleaved stereo, of equal length.
  static func mix(tail: [Float], head: [Float]) -> [Float] {
    let frames = min(tail.count, head.count) / 2
    var mixed = [Float](repeating: 0, count: frames * 2)
    for frame in 0..<frames {
      let angle = (Double(frame) + 0.5) / Double(frames) * .pi / 2
      let (down, up) = (Float(cos(angle)), Float(sin(angle)))
      for sample in frame * 2..<frame * 2 + 2 {
        mixed[sample] = tail[sample] * down + head[sample] * up
      }
    }
    return mixed
  }

  /// Returns a WAV file of 32-bit floating-point stereo samples, in which sums can't clip.
  static func wav(_ samples: [Float], sampleRate: Int) -> [UInt8] {
    let size = UInt32(clamping: samples.count * 4)
    let rate = UInt32(clamping: sampleRate)
    var bytes = [UInt8]("RIFF".utf8)
    func append(_ number: UInt32) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    func append(_ number: UInt16) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    append(size &+ 36)
    bytes += "WAVEfmt ".utf8
    append(UInt32(16))
    append(UInt16(3))
    append(UInt16(2))
    append(rate)
    append(rate &* 8)
    append(UInt16(8))
    append(UInt16(32))
    bytes += "data".utf8
    append(size)
    samples.withUnsafeBytes { bytes += $0 }
    return bytes
  }
}
