extension String {
  /// The text as a service sent it, on one line, without control characters, and not endless; `nil`
  /// if nothing is left. Keeps the joiners that Persian words and emoji need. Removes what is never
  /// visible, such as soft hyphens and marks of direction.
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
  /// The zero-width non-joiner and the zero-width joiner.
  fileprivate var isJoiner: Bool { self == "\u{200C}" || self == "\u{200D}" }

  /// Whether it is a format character that is never visible, and not a joiner.
  fileprivate var isDropped: Bool {
    properties.generalCategory == .format && properties.isDefaultIgnorableCodePoint && !isJoiner
  }
}
