/// Distinguishes intact bytes from torn or misplaced ones. It is fast and detects accidents, but is
/// no defense against an attacker, who could write the file anyway.
enum BlockChecksum {
  /// - Parameter seed: identifies the file and the block: bytes from another place do not match.
  /// - Returns: never 0, which marks a missing block.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    var (first, second) = (seed &+ prime1, seed ^ prime2)
    var offset = 0
    while offset + 16 <= bytes.count {
      first = mixed(first, bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      second = mixed(second, bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
      offset += 16
    }
    while offset < bytes.count {
      first = mixed(first, UInt64(bytes[offset]) &+ prime3)
      offset += 1
    }
    var sum = rotated(first, 7) &+ rotated(second, 23) &+ UInt64(bytes.count)
    sum = (sum ^ sum >> 33) &* prime2
    sum = (sum ^ sum >> 29) &* prime3
    sum ^= sum >> 32
    return sum == 0 ? 1 : sum
  }

  private static func mixed(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotated(lane &+ UInt64(littleEndian: word) &* prime2, 31) &* prime1
  }

  private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }

  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
}
