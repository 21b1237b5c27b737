import PlayerKit

extension RawTags {
  /// Returns the lyrics, preferably with times.
  func lyrics() -> Lyrics? {
    let texts =
      words.filter { $0.time < 0 }.map { ($0.text, $0.language) }
      + all("LYRICS").map { ($0, "") }
    let read = texts.compactMap { text, language in
      Self.lyrics(text, language: language)
    }
    return synchronized() ?? read.first(where: \.isTimed) ?? read.first
  }

  /// Parses lyrics from text, with LRC times or without.
  static func lyrics(_ text: String, language: String) -> Lyrics? {
    if let timed = Lyrics(lrc: text), timed.isTimed {
      return Lyrics(timed.lines, language: timed.language ?? code(language))
    }
    guard let text = TagText.lines(text, longest: TagText.longestLyrics) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(100_000)
    return Lyrics(lines.map { Lyrics.Line(text: String($0)) }, language: code(language))
  }

  /// Returns the first list of lyrics with times. A line may come in parts: a part that starts with
  /// a line break starts the next line.
  private func synchronized() -> Lyrics? {
    let timed = words.filter { $0.time >= 0 }
    guard let first = timed.first else { return nil }
    var lines: [Lyrics.Line] = []
    let parts = timed.filter { $0.list == first.list }
    // If words have their own times, a line starts with its first word.
    let isByWord = parts.dropFirst().contains { $0.text.hasPrefix("\n") || $0.text.hasPrefix("\r") }
    for part in parts {
      let text = TagText.line(part.text) ?? ""
      let begins = part.text.hasPrefix("\n") || part.text.hasPrefix("\r")
      if isByWord, !begins, var last = lines.popLast() {
        let space = part.text.hasPrefix(" ") ? " " : ""
        last.text += last.text.isEmpty ? text : space + text
        lines.append(last)
      } else {
        lines.append(.init(start: .milliseconds(part.time), text: text))
      }
    }
    return Lyrics(lines, language: Self.code(first.language))
  }

  /// Returns the code for three letters of ISO 639-2, unless they mean “unknown”.
  private static func code(_ language: String) -> String? {
    let letters = language.lowercased()
    guard letters.utf8.count == 3, letters.utf8.allSatisfy({ (0x61...0x7A).contains($0) }),
      !["xxx", "und", "zxx", "mis"].contains(letters)
    else { return nil }
    return twoLetters[letters] ?? letters
  }

  private static let twoLetters = [
    "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it",
    "jpn": "ja", "kor": "ko", "zho": "zh", "chi": "zh", "por": "pt", "rus": "ru", "nld": "nl",
    "dut": "nl", "swe": "sv", "pol": "pl", "fin": "fi", "nor": "no", "dan": "da",
  ]
}
