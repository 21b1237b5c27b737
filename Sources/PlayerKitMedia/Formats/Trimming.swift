extension StringProtocol {
  /// Removes the characters at both ends for which `isMeant` is true.
  package func trimmed(_ isMeant: (Unicode.Scalar) -> Bool) -> String {
    let head = unicodeScalars.drop(while: isMeant)
    let count = head.reversed().prefix(while: isMeant).count
    return String(String.UnicodeScalarView(head.dropLast(count)))
  }
}

extension Unicode.Scalar {
  /// Whether it is a space of any width, or a tab.
  package var isBlank: Bool { self == "\t" || properties.generalCategory == .spaceSeparator }

  /// Whether it is a line break of any kind.
  package var isNewline: Bool {
    ("\u{A}"..."\u{D}").contains(self) || ["\u{85}", "\u{2028}", "\u{2029}"].contains(self)
  }
}
