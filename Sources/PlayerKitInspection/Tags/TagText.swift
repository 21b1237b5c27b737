import PlayerKit

/// Prepares the text of tags for display. Tags can hold any bytes.
enum TagText {
  /// The maximum length of titles and names, in characters.
  static let longestLine = 1_000
  /// The maximum length of remarks, in characters.
  static let longestText = 16_384
  /// The maximum length of lyrics, in bytes.
  static let longestLyrics = 1 << 20
  static let maximumChapters = 10_000
  /// The maximum number of artists, genres and similar values.
  static let maximumValues = 100

  /// Returns one line without control characters; `nil` if nothing is left.
  static func line(_ text: String) -> String? {
    if isPlain(text) { return text }
    let scalars = text.unicodeScalars.lazy.prefix(longestLine * 8).map { scalar in
      isControl(scalar) ? " " : scalar
    }
    let words = String(String.UnicodeScalarView(scalars))
      .split(separator: " ", omittingEmptySubsequences: true)
    let line = words.joined(separator: " ").prefix(longestLine)
    return line.isEmpty ? nil : String(line)
  }

  /// Whether the text already is such a line, as most are. Checks bytes, which is fast.
  private static func isPlain(_ text: String) -> Bool {
    guard !text.isEmpty, text.utf8.count <= longestLine else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var previous = UInt8(ascii: " ")
      for (index, byte) in bytes.enumerated() {
        switch byte {
        case 0..<0x20, 0x7F: return false
        case 0x20: if previous == 0x20 { return false }
        // U+0080 to U+009F; U+2028 and U+2029; U+FEFF.
        case 0xC2: if bytes[index + 1] < 0xA0 { return false }
        case 0xE2: if bytes[index + 1] == 0x80, 0xA8...0xA9 ~= bytes[index + 2] { return false }
        case 0xEF: if bytes[index + 1] == 0xBB, bytes[index + 2] == 0xBF { return false }
        default: break
        }
        previous = byte
      }
      return previous != 0x20
    }
  }

  /// Returns lines without other control characters; `nil` if nothing is left.
  static func lines(_ text: String, longest: Int = longestText) -> String? {
    var scalars = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars.prefix(longest) {
      switch scalar {
      case "\r": scalars.append("\n")
      case "\n": if previous != "\r" { scalars.append("\n") }
      case "\t": scalars.append("\t")
      default: if !isControl(scalar) { scalars.append(scalar) }
      }
      previous = scalar
    }
    let text = String(scalars)
    guard let last = text.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(text[...last])
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || [0x2028, 0x2029, 0xFEFF].contains(scalar.value)
  }

  /// Returns the values as lines, in order and without duplicates.
  static func lines(of values: [String]) -> [String] {
    var seen: Set<String> = []
    return values.prefix(maximumValues).compactMap { line($0) }.filter { seen.insert($0).inserted }
  }

  /// Parses `3` or `3/12`.
  static func number(_ text: String) -> (number: Int?, count: Int?) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
      .map { part in Int(part.filter { !$0.isWhitespace }).flatMap { (1...99_999) ~= $0 ? $0 : nil }
      }
    return (parts.first ?? nil, parts.count > 1 ? parts[1] : nil)
  }

  /// Parses the longest prefix of the form `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  static func date(_ text: String) -> String? {
    let parts = text.prefix(10).prefix { $0 != "T" && $0 != " " }
      .split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard let year = parts.first?.prefix(4), year.utf8.count == 4, year != "0000",
      year.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    var date = String(year)
    for (part, most) in zip(parts.dropFirst(), [12, 31]) {
      guard part.utf8.count == 2, let number = Int(part), (1...most) ~= number else { break }
      date += "-" + part
    }
    return date
  }
}
