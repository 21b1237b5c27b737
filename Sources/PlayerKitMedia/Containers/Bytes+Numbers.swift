/// Numbers and letters in bytes; `nil` if there are not enough bytes.
extension RandomAccessCollection<UInt8> where Index == Int {
  package func uint8(at offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  /// Returns a big-endian number.
  package func uint16(at offset: Int) -> UInt16? { integer(at: offset) }
  package func uint32(at offset: Int) -> UInt32? { integer(at: offset) }
  package func uint64(at offset: Int) -> UInt64? { integer(at: offset) }

  /// Returns a little-endian number.
  package func little32(at offset: Int) -> UInt32? { uint32(at: offset)?.byteSwapped }
  package func little64(at offset: Int) -> UInt64? { uint64(at: offset)?.byteSwapped }

  /// Returns whether these letters are at an offset.
  package func has(_ letters: String, at offset: Int = 0) -> Bool {
    offset >= 0 && dropFirst(offset).starts(with: letters.utf8)
  }

  package func fourCharacters(at offset: Int) -> String? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return String(decoding: dropFirst(offset).prefix(4), as: UTF8.self)
  }

  private func integer<Integer: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Integer? {
    let size = Integer.bitWidth / 8
    guard offset >= 0, offset <= count - size else { return nil }
    return dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Integer($1) }
  }
}

extension UInt32 {
  /// The number in the lower seven bits of each byte, as in ID3v2.
  package var sevenBits: UInt32 {
    [24, 16, 8, 0].reduce(0) { $0 << 7 | self >> UInt32($1) & 0x7F }
  }

  /// Whether no byte uses its highest bit.
  package var isSevenBits: Bool { self & 0x8080_8080 == 0 }
}
