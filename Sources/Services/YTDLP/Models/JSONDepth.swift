/// Limits the depth of JSON, because a decoder uses stack space for each level.
enum JSONDepth {
  /// The maximum depth, more than any answer of yt-dlp has.
  private static let most = 32

  /// Whether brackets and braces are nested no deeper than the limit.
  static func isBounded(_ bytes: [UInt8]) -> Bool {
    var depth = 0
    var isText = false
    var isEscaped = false
    for byte in bytes {
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        if depth > most { return false }
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
    return true
  }
}
