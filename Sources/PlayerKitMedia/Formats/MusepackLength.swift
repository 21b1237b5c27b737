/// The bounds of the audio in Musepack according to its first packets. libavformat counts blocks of
/// more than a second.
package enum MusepackLength {
  private static let rates: [UInt32] = [44_100, 48_000, 37_800, 32_000]
  /// The number of samples that a decoder adds before the audio.
  private static let decoderDelay: Int64 = 481
  private static let packet: Int64 = 1_152

  /// - Parameter start: The start of the media.
  /// - Returns: `nil` before version 8, or if no packet states it.
  package static func end(of bytes: some RandomAccessBytes, from start: Int64) -> ExactEnd? {
    let head = bytes.bytes(at: start, count: 512)
    guard head.starts(with: Array("MPCK".utf8)) else { return nil }
    var place = 4
    while place + 3 <= head.count {
      var inside = place + 2
      guard let length = number(head, at: &inside), length >= 3, length < 512 else { return nil }
      guard head[place..<place + 2].elementsEqual("SH".utf8) else {
        place += Int(length)
        continue
      }
      // Skips a checksum and the version.
      inside += 5
      guard let samples = number(head, at: &inside), let silence = number(head, at: &inside),
        inside < head.count, Int(head[inside] >> 5) < rates.count, samples < 1 << 48,
        silence < samples
      else { return nil }
      let rate = rates[Int(head[inside] >> 5)]
      return ExactEnd(
        samples: Int64(samples - silence),
        start: decoderDelay + Int64(silence),
        rate: rate,
        packet: packet
      )
    }
    return nil
  }

  /// Parses a number of seven bits per byte. The eighth bit marks all bytes but the last.
  private static func number(_ bytes: [UInt8], at place: inout Int) -> UInt64? {
    var number: UInt64 = 0
    for _ in 0..<8 {
      guard place < bytes.count else { return nil }
      number = number << 7 | UInt64(bytes[place] & 0x7F)
      place += 1
      if bytes[place - 1] & 0x80 == 0 { return number }
    }
    return nil
  }
}
