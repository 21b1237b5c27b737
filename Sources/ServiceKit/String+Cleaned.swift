extension String {
  /// The text as a service sent it, on one line, without control characters, and not endless; `nil` where
  /// nothing is left.
  package var cleaned: String? {
    let words = unicodeScalars.prefix(1_000).split {
      $0.properties.isWhitespace || $0.properties.generalCategory == .control
        || $0.properties.generalCategory == .format
    }
    let text = words.map { String($0) }.joined(separator: " ")
    return text.isEmpty ? nil : String(text.prefix(300))
  }
}
