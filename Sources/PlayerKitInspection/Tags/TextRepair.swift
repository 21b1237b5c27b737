import PlayerKitCTagLib
import PlayerKitPlaylists

/// Repairs text that claims to be Latin-1. Many taggers wrote their machine's character set
/// instead.
enum TextRepair {
  /// Returns text reinterpreted as UTF-8, Shift-JIS or Windows-1252, or else unchanged.
  static func repaired(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isPlain = true
    for scalar in text.unicodeScalars {
      guard scalar.value <= 0xFF else { return text }
      if scalar.value > 0x7F { isPlain = false }
      bytes.append(UInt8(scalar.value))
    }
    if isPlain { return text }
    if let utf8 = String(validating: bytes, as: UTF8.self) { return utf8 }
    if looksShiftJIS(bytes), let text = decoded(bytes, "CP932") { return text }
    // Real text has none of Latin-1's control characters.
    return bytes.contains { (0x80...0x9F).contains($0) } ? WindowsText.decode(bytes) : text
  }

  /// Decodes a file in an unknown character set.
  static func text(of bytes: [UInt8]) -> String {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      let isBig = bytes[0] == 0xFE
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
        let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
        return isBig ? first << 8 | second : second << 8 | first
      }
      return String(decoding: units, as: UTF16.self)
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return TextEncoding.decode(bytes)
  }

  /// Whether the bytes are probably Shift-JIS. Pairs that no Latin text has must outnumber those
  /// that it may have, such as an accented letter before a plain one.
  static func looksShiftJIS(_ bytes: [UInt8]) -> Bool {
    var (strong, weak) = (0, 0)
    var index = 0
    while index < bytes.count {
      let first = bytes[index]
      index += 1
      switch first {
      case 0x00...0x7F: continue
      case 0xA1...0xDF: weak += 1  // half-width kana: letters of Latin-1 too
      case 0x81...0x9F, 0xE0...0xFC:
        guard index < bytes.count else { return false }
        let second = bytes[index]
        index += 1
        guard (0x40...0x7E).contains(second) || (0x80...0xFC).contains(second) else { return false }
        if first == 0x82 || first == 0x83 || first < 0xA0 && second >= 0x80 {
          strong += 1
        } else {
          weak += 1
        }
      default: return false
      }
    }
    return strong > 0 && strong >= weak
  }

  private static func decoded(_ bytes: [UInt8], _ charset: String) -> String? {
    let text = [UInt8](unsafeUninitializedCapacity: bytes.count * 4) { buffer, count in
      let written = bytes.withUnsafeBytes { bytes in
        buffer.withMemoryRebound(to: CChar.self) { buffer in
          ctaglib_decode(
            charset,
            bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            bytes.count,
            buffer.baseAddress,
            buffer.count
          )
        }
      }
      count = max(0, written)
    }
    return text.isEmpty ? nil : String(validating: text, as: UTF8.self)
  }
}
