/// What a person typed, as words to look for. Pure.
struct LibraryQuery: Sendable, Equatable {
  /// Longer words are taken as mistyped where nothing else is found.
  static let shortestCorrected = 5
  static let mostWords = 12

  /// As ``LibraryWords`` spells them.
  let words: [String]

  init(_ text: String) {
    words = Array(LibraryWords.words(in: text).prefix(Self.mostWords))
  }

  /// The words as FTS5 takes them: all of them, in any order, the last one as the beginning of a word. A word may
  /// be any of several.
  ///
  /// - Parameters:
  ///   - ends: the words that the last one may be the beginning of; `nil`: any that begin so.
  ///   - choices: what else a word may be, by its place.
  func match(ends: [String]?, _ choices: [Int: [String]] = [:]) -> String {
    words.enumerated().map { place, word in
      let isLast = place == words.count - 1
      let suffix = isLast && ends == nil ? " *" : ""
      let others = (choices[place] ?? []) + (isLast ? ends ?? [] : [])
      guard !others.isEmpty else { return "\"\(word)\"\(suffix)" }
      return "(" + ([word] + others).map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
    }
    .joined(separator: " AND ")
  }

  /// All words that are one edit away: a letter too many, too few, another one, or two that changed places.
  static func neighbors(of word: String) -> Set<String> {
    let letters = Array(word)
    guard letters.count >= shortestCorrected, letters.count <= 32 else { return [] }
    let alphabet = alphabet(of: letters)
    var found: Set<String> = []
    for place in 0...letters.count {
      let (head, tail) = (letters[..<place], letters[place...])
      for letter in alphabet { found.insert(String(head + [letter] + tail)) }
      guard let first = tail.first else { continue }
      found.insert(String(head + tail.dropFirst()))
      for letter in alphabet { found.insert(String(head + [letter] + tail.dropFirst())) }
      if let second = tail.dropFirst().first {
        found.insert(String(head + [second, first] + tail.dropFirst(2)))
      }
    }
    found.remove(word)
    return found
  }

  /// The letters of the word's script; scripts of syllables have too many.
  private static func alphabet(of letters: [Character]) -> [Character] {
    let scripts: [ClosedRange<UInt32>] = [0x61...0x7A, 0x3B1...0x3C9, 0x430...0x44F]
    let used = scripts.filter { script in
      letters.contains {
        $0.unicodeScalars.count == 1 && script.contains($0.unicodeScalars.first?.value ?? 0)
      }
    }
    return used.flatMap { $0 }.compactMap(Unicode.Scalar.init).map(Character.init)
  }
}
