import PlayerKitServices

/// Makes untrusted text safe to print: a title must not move the cursor.
enum PrintableText {
  /// The text in one line. Line ends and tabs become spaces. Other control characters, and those
  /// that change the writing direction, are removed.
  static func line(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        if isSpace(scalar) { result.append(" ") }
      case .format where !isJoiner(scalar):
        break
      default:
        result.append(scalar)
      }
    }
    return String(result)
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  /// Whether the scalar joins the parts of an emoji or the letters of some scripts.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }
}

/// The printable form of an item. Addresses are shown without their query, which may contain
/// secrets.
enum ShownItem {
  /// The form of an item or a track's id.
  static func text(_ item: String) -> String {
    if item.contains("://") { return Redaction.address(item, showsNames: false) }
    // A mistyped address has one slash after its scheme, or no scheme.
    guard let rest = mistyped(item) else { return item }
    let shown = Redaction.address("x://" + item[rest...], showsNames: false)
    return String(item[..<rest]) + String(shown.dropFirst(4))
  }

  /// The start of the user or host in a mistyped address, or `nil` for all other items.
  private static func mistyped(_ item: String) -> String.Index? {
    if item.hasPrefix("//") { return item.index(item.startIndex, offsetBy: 2) }
    for scheme in ["http:/", "https:/"] where item.lowercased().hasPrefix(scheme) {
      return item.index(item.startIndex, offsetBy: scheme.count)
    }
    return nil
  }

  /// The form of a command, whose item is the rest of its line.
  static func line(_ line: String) -> String {
    guard let mark = line.firstRange(of: "://") else { return line }
    let start = line[..<mark.lowerBound].lastIndex(of: " ").map(line.index(after:))
    let item = start ?? line.startIndex
    return line[..<item] + text(String(line[item...]))
  }

  /// The form of a message that quotes arguments.
  static func message(_ message: String, quoting arguments: [String]) -> String {
    // Longest first, because an argument may contain another one.
    let values = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    return values.filter { $0.contains("://") || mistyped($0) != nil }
      .sorted { $0.count > $1.count }
      .reduce(message) { $0.replacing($1, with: $1.contains("://") ? line($1) : text($1)) }
  }
}
