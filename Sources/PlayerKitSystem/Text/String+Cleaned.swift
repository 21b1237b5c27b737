extension String {
  /// The text on a single line of limited length, without control characters; `nil` if nothing is
  /// left. It keeps the joiners that Persian words and emoji need. It removes invisible characters
  /// such as soft hyphens and direction marks.
  package var cleaned: String? {
    let words = unicodeScalars.prefix(1_000).split {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
    }
    let text = words.map { String(String.UnicodeScalarView($0.filter { !$0.isDropped })) }
      .filter { !$0.isEmpty }
      .joined(separator: " ")
    guard text.unicodeScalars.contains(where: { !$0.isJoiner && $0 != " " }) else { return nil }
    return String(text.prefix(300))
  }
}

extension Unicode.Scalar {
  /// Whether this is a zero-width joiner or non-joiner.
  fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// Whether this is an invisible format character other than a joiner.
  fileprivate var isDropped: Bool {
    properties.generalCategory == .format && properties.isDefaultIgnorableCodePoint && !isJoiner
  }
}
