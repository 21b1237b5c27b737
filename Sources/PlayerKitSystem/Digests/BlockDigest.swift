/// The common frame of MD5, SHA-1 and SHA-256: they pad a message and mix its blocks of 64 bytes,
/// read as 16 words, into a state.
enum BlockDigest {
  /// Returns the final state as bytes.
  ///
  /// - Parameter isLittleEndian: The byte order of the words and of the length.
  static func digest(
    _ message: [UInt8],
    from initial: [UInt32],
    isLittleEndian: Bool = false,
    mix: (_ words: [UInt32], _ state: inout [UInt32]) -> Void
  ) -> [UInt8] {
    func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
      withUnsafeBytes(of: isLittleEndian ? number.littleEndian : number.bigEndian) { Array($0) }
    }
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    padded += bytes(UInt64(message.count) &* 8)
    var state = initial
    for start in stride(from: 0, to: padded.count, by: 64) {
      let words = stride(from: start, to: start + 64, by: 4).map { word in
        let number = padded[word..<word + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return isLittleEndian ? number.byteSwapped : number
      }
      mix(words, &state)
    }
    return state.flatMap(bytes)
  }

  static func rotatedLeft(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}

/// Bytes as hexadecimal digits.
package enum Hexadecimal {
  private static let digits = Array("0123456789abcdef".utf8)

  /// Two lowercase digits for each byte.
  package static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
