import Foundation

/// Encodes text for the parts of a URL, as UTF-8.
package enum PercentEncoding {
  /// Encodes one path segment, including `/` and `?`.
  package static func segment(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// Encodes a name or value of a query. Keeps commas, which separate list elements.
  package static func value(_ text: String) -> String {
    encode(text) { isUnreserved($0) || $0 == UInt8(ascii: ",") }
  }

  /// Encodes a name or value of a form. A space becomes `+`. Keeps commas.
  package static func query(_ text: String) -> String {
    encode(text, space: "+") { isUnreserved($0) || $0 == UInt8(ascii: ",") }
  }

  /// Repairs a path and query that are already encoded: keeps existing escapes, and encodes bytes
  /// that are invalid in a URL (spaces, line ends, quotes, non-ASCII characters).
  package static func mended(_ text: String) -> String {
    encode(text) { (0x21...0x7E).contains($0) && !strays.contains($0) }
  }

  /// Decodes a name or value of a query.
  package static func decodedQuery(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return spaced.removingPercentEncoding ?? String(spaced)
  }

  private static let strays = Set("\"#<>\\^`{|}".utf8)
  private static let digits = Array("0123456789ABCDEF")

  private static func encode(
    _ text: String,
    space: String? = nil,
    keeping isKept: (UInt8) -> Bool
  ) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isKept(byte) {
        result.unicodeScalars.append(Unicode.Scalar(byte))
      } else if byte == UInt8(ascii: " "), let space {
        result += space
      } else {
        result.append("%")
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 0x0F)])
      }
    }
    return result
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    Unicode.Scalar(byte).isASCIIAlphanumeric || "-._~".utf8.contains(byte)
  }
}
