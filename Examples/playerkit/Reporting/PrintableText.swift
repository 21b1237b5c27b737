import PlayerKitServices

/// Makes text of unknown origin fit to be shown: a title must not move the cursor.
enum PrintableText {
  /// The text in one line: spaces for line ends and tabs, nothing for other control characters and
  /// for those that change the direction of writing.
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

  /// What holds emoji and some scripts' letters together.
  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{200C}" || scalar == "\u{200D}"
  }
}

/// What of an item may be shown: an address has its secrets in the query, so none is.
enum ShownItem {
  /// An item, or a track's id.
  static func text(_ item: String) -> String {
    if item.contains("://") { return Redaction.address(item, showsNames: false) }
    // A mistyped address has one slash after its scheme, or no scheme.
    guard let rest = mistyped(item) else { return item }
    let shown = Redaction.address("x://" + item[rest...], showsNames: false)
    return String(item[..<rest]) + String(shown.dropFirst(4))
  }

  /// Where the user or the host of a mistyped address begins; `nil` for all other items.
  private static func mistyped(_ item: String) -> String.Index? {
    if item.hasPrefix("//") { return item.index(item.startIndex, offsetBy: 2) }
    for scheme in ["http:/", "https:/"] where item.lowercased().hasPrefix(scheme) {
      return item.index(item.startIndex, offsetBy: scheme.count)
    }
    return nil
  }

  /// A command, whose item is the rest of its line.
  static func line(_ line: String) -> String {
    guard let mark = line.firstRange(of: "://") else { return line }
    let start = line[..<mark.lowerBound].lastIndex(of: " ").map(line.index(after:))
    let item = start ?? line.startIndex
    return line[..<item] + text(String(line[item...]))
  }

  /// A message in which arguments are quoted.
  static func message(_ message: String, quoting arguments: [String]) -> String {
    // The longest first: one may stand in another.
    let values = arguments.flatMap { argument in
      [argument] + argument.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    return values.filter { $0.contains("://") || mistyped($0) != nil }
      .sorted { $0.count > $1.count }
      .reduce(message) { $0.replacing($1, with: $1.contains("://") ? line($1) : text($1)) }
  }
}
