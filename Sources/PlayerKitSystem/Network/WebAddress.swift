/// Creates URLs from external addresses: items, lists, redirects, feeds, pictures. Pure.
///
/// It encodes characters that are invalid in a URL and leaves encoded ones unchanged. Foundation's
/// `URL(string:)` encodes each `%` again if any other character needs encoding.
package enum WebAddress {
  /// Returns the URL of a text; `nil` if it is not a valid URL.
  package static func url(_ text: String, relativeTo base: URL? = nil) -> URL? {
    URL(string: encoded(text), relativeTo: base)?.absoluteURL
  }

  /// Returns the text with all characters encoded that are invalid in a URL. The host is unchanged.
  package static func encoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let authority = authority(of: bytes)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var (isInQuery, isInFragment) = (false, false)
    for (index, byte) in bytes.enumerated() {
      if authority.contains(index) {
        let isUser = index < authority.userEnd
        if isUser && !isPlain(byte, at: index, in: bytes, marks: ":") {
          result += encoded(byte)
        } else {
          result.append(byte)
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "#") where !isInFragment:
        isInFragment = true
        result.append(byte)
      case UInt8(ascii: "?") where !isInQuery && !isInFragment:
        isInQuery = true
        result.append(byte)
      default:
        let marks: StaticString = isInQuery || isInFragment ? ":@/?" : ":@/"
        if isPlain(byte, at: index, in: bytes, marks: marks) {
          result.append(byte)
        } else {
          result += encoded(byte)
        }
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private struct Authority {
    var range = 0..<0
    /// The index of the `@` after user name and password.
    var userEnd = 0

    func contains(_ index: Int) -> Bool { range.contains(index) }
  }

  private static func authority(of bytes: [UInt8]) -> Authority {
    let scheme = bytes.prefix { isLetterOrDigit($0) || contains("+-.", $0) }
    let mark = scheme.isEmpty ? Array("//".utf8) : Array("://".utf8)
    let rest = bytes[scheme.endIndex...]
    guard rest.starts(with: mark) else { return Authority() }
    let start = rest.startIndex + mark.count
    let end = bytes[start...].firstIndex { contains("/?#", $0) } ?? bytes.endIndex
    let at = bytes[start..<end].lastIndex(of: UInt8(ascii: "@"))
    return Authority(range: start..<end, userEnd: at ?? start)
  }

  /// Returns whether a byte may be in a URL unencoded.
  private static func isPlain(
    _ byte: UInt8,
    at index: Int,
    in bytes: [UInt8],
    marks: StaticString
  ) -> Bool {
    if byte == UInt8(ascii: "%") {
      return index + 2 < bytes.count && isHexDigit(bytes[index + 1])
        && isHexDigit(bytes[index + 2])
    }
    return isLetterOrDigit(byte) || contains("-._~!$&'()*+,;=", byte) || contains(marks, byte)
  }

  private static func encoded(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
  }

  private static func contains(_ text: StaticString, _ byte: UInt8) -> Bool {
    text.withUTF8Buffer { $0.contains(byte) }
  }
}
