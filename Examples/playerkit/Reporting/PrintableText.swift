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
