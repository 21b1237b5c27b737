/// SHA-1, which the WebSocket handshake, UUIDs of names and Podcast Index require. It keeps nothing
/// secret.
package enum SHA1 {
  /// Returns the answer to a browser's key (RFC 6455, section 4.2.2).
  package static func acceptance(of key: String) -> String {
    Data(digest(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
  }

  /// 20 bytes (RFC 3174).
  package static func digest(_ message: [UInt8]) -> [UInt8] {
    BlockDigest.digest(
      message,
      from: [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0],
      mix: mix
    )
  }

  private static func mix(_ block: [UInt32], into state: inout [UInt32]) {
    var words = block
    for index in 16..<80 {
      let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words.append(BlockDigest.rotatedLeft(word, 1))
    }
    var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
    for index in 0..<80 {
      let (function, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
      let next = BlockDigest.rotatedLeft(a, 5) &+ function &+ e &+ constant &+ words[index]
      (e, d, c, b, a) = (d, c, BlockDigest.rotatedLeft(b, 30), a, next)
    }
    for (index, word) in [a, b, c, d, e].enumerated() { state[index] &+= word }
  }
}
