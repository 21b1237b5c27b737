import MediaSupport

/// Writes bytes as zlib does that knows one code alone: letters stand for themselves, in other bits.
enum Deflate {
  static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var (result, buffer, filled) = ([UInt8](), UInt32(0), UInt32(0))
    func put(_ bit: UInt32) {
      buffer |= bit << filled
      filled += 1
      guard filled == 8 else { return }
      result.append(UInt8(buffer))
      (buffer, filled) = (0, 0)
    }
    func code(_ value: UInt32, _ length: UInt32) {
      for bit in (0..<length).reversed() { put(value >> bit & 1) }
    }
    // The last block, of the code that is known to all.
    for bit: UInt32 in [1, 1, 0] { put(bit) }
    for byte in bytes {
      if byte < 144 { code(0x30 + UInt32(byte), 8) } else { code(0x190 + UInt32(byte) - 144, 9) }
    }
    code(0, 7)
    while filled > 0 { put(0) }
    let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65_521
      return (a, (sums.1 + a) % 65_521)
    }
    return [0x78, 0x01] + result + TagMaker.plain(Int(b << 16 | a))
  }
}
