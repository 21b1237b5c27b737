import PlayerKitSystem
import Foundation

/// UUIDs derived from names (version 5, RFC 9562). Equal names give equal UUIDs, which do not
/// reveal the name.
enum NameUUID {
  /// The namespace of feeds in Podcasting 2.0.
  static let podcasts = "ead4c236-bf58-58c6-a2c6-a6b28d128cb6"

  /// Returns the UUID of a name in a namespace, in lowercase.
  static func text(of name: String, in space: String) -> String {
    let bytes = UUID(uuidString: space).map { withUnsafeBytes(of: $0.uuid) { Array($0) } }
    var digest = Array(SHA1.digest((bytes ?? Array(space.utf8)) + Array(name.utf8)).prefix(16))
    digest[6] = digest[6] & 0x0F | 0x50
    digest[8] = digest[8] & 0x3F | 0x80
    let text = SHA1.hex(digest)
    var parts: [Substring] = []
    var rest = text[...]
    for count in [8, 4, 4, 4, 12] {
      parts.append(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return parts.joined(separator: "-")
  }
}

/// SHA-1, as required for UUIDs and by Podcast Index's authentication. It does not protect anything
/// here.
enum SHA1 {
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var state: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
    var padded = message + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let length = UInt64(message.count) &* 8
    padded += (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * $0)) }
    for start in stride(from: 0, to: padded.count, by: 64) {
      mix(padded[start..<start + 64], into: &state)
    }
    return state.flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) }
    }
  }

  static func hex(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 80)
    for (index, byte) in block.enumerated() {
      words[index / 4] = words[index / 4] << 8 | UInt32(byte)
    }
    for index in 16..<80 {
      words[index] = turned(
        words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16],
        1
      )
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (mixed, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = turned(a, 5) &+ mixed &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, turned(b, 30), a, next)
    }
    for (index, value) in [a, b, c, d, e].enumerated() { state[index] &+= value }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word << count | word >> (32 - count)
  }
}
