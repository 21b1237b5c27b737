import Foundation

/// Writes text into the parts of a URL. Bytes are those of UTF-8.
package enum PercentEncoding {
  /// One segment of a path: a `/` in it does not divide, a `?` does not end the path.
  package static func segment(_ text: String) -> String {
    encode(text) { isUnreserved($0) }
  }

  /// A name or value of a query. A comma stays, as it divides lists.
  package static func value(_ text: String) -> String {
    encode(text) { isUnreserved($0) || $0 == UInt8(ascii: ",") }
  }

  /// A name or value of a form. A space is a `+`; a comma stays.
  package static func query(_ text: String) -> String {
    encode(text, space: "+") { isUnreserved($0) || $0 == UInt8(ascii: ",") }
  }

  /// A path and query that somebody else has encoded: what is encoded stays as it is, and bytes
  /// that have no place in a URL (spaces, line ends, quotes, letters beyond ASCII) become encoded.
  package static func mended(_ text: String) -> String {
    encode(text) { (0x21...0x7E).contains($0) && !strays.contains($0) }
  }

  /// The text that a name or value of a query stands for.
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
