/// One continuous signal, to be cut anywhere. It uses integers only, so it is the same on every
/// machine.
enum SeamSignal {
  /// 44.1 kHz and 16 bits, two different channels.
  static let sampleRate = 44_100
  static let frameCount = 220_500
  /// No multiple of any codec's frame size: it is odd and not round.
  static let cut = 123_457

  /// All samples, interleaved.
  static let interleaved: [Int16] = (0..<frameCount).flatMap { frame in
    [
      Int16(
        triangle(frame, period: 441, height: 9_000) + triangle(frame, period: 97, height: 3_000)
      ),
      Int16(
        triangle(frame, period: 300, height: 7_000) - triangle(frame, period: 127, height: 4_001)
      ),
    ]
  }

  /// Rises from -height to height and falls back, once a period.
  private static func triangle(_ frame: Int, period: Int, height: Int) -> Int {
    let phase = frame % period * 2
    return height - 2 * height * abs(phase - period) / period
  }
}
