import Foundation

/// A text without what services write differently: case, marks, punctuation, width, `&` for `and`.
struct FoldedText: Hashable, Sendable {
  /// The words, in Latin letters where there is a table for the script.
  let words: [String]
  /// The words in one piece: `Good-bye`, `Good Bye` and `Goodbye` are the same.
  let key: String
  let script: Script

  init(_ text: String) {
    let composed = text.precomposedStringWithCompatibilityMapping
    let scripts = Set(composed.unicodeScalars.compactMap(Transliteration.script))
    let foreign = scripts.subtracting([.latin])
    script = foreign.count > 1 ? .other : foreign.first ?? .latin
    let plain = Transliteration.romanised(composed)
      .decomposedStringWithCompatibilityMapping.lowercased()
    words = Self.unified(Self.split(plain))
    // A title of signs alone is its signs.
    key = words.isEmpty ? plain.filter { !$0.isWhitespace } : words.joined()
  }

  /// How two texts compare.
  enum Likeness: Hashable, Sendable {
    case equal
    /// Equal by transliteration.
    case transliterated
    /// In different scripts, and not equal by the tables: a translation, or names of which the
    /// tables know nothing. Nothing follows from it.
    case incomparable
    case different
  }

  func likeness(to other: FoldedText) -> Likeness {
    if script == other.script {
      return key == other.key || Self.fits(key, other.key) ? .equal : .different
    }
    if key == other.key { return .transliterated }
    for (native, latin) in [(self, other), (other, self)] where latin.script == .latin {
      let left = Transliteration.loose(native.words, native.script)
      let right = Transliteration.loose(latin.words, native.script)
      if native.script != .other, left.count > 2, left == right { return .transliterated }
    }
    return .incomparable
  }

  /// Whether there is a word of three letters or more in both.
  func shares(with other: FoldedText) -> Bool {
    let common = Set(words).intersection(other.words)
    return common.contains { $0.count > 2 && !["the", "and", "feat", "part"].contains($0) }
  }

  /// Whether two keys differ only where one has stars for the letters of a word that some services
  /// do not print.
  private static func fits(_ left: String, _ right: String) -> Bool {
    guard left.contains("*") != right.contains("*"), left.count == right.count else { return false }
    let pairs = zip(left, right)
    let open = pairs.count { $0 == "*" || $1 == "*" }
    return open * 2 <= left.count && pairs.allSatisfy { $0 == $1 || $0 == "*" || $1 == "*" }
  }
}

extension FoldedText {
  private static let apostrophes: Set<Unicode.Scalar> = ["'", "’", "‘", "`", "´", "ʼ", "′"]

  private static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isInitials = false
    func end() {
      if word.unicodeScalars.contains(where: { $0 != "*" }) { words.append(word) }
      word = ""
      isInitials = false
    }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      let next = scalars.dropFirst(index + 1).first
      let isInside = !word.isEmpty && next?.isWordPart == true
      let isBeforeLetter = next?.isASCIILetter == true
      switch scalar {
      case "&", "+":
        end()
        words.append("and")
      case "$" where isInside || word.isEmpty && isBeforeLetter: word += "s"
      case "!" where isInside: word += "i"
      case "*": word += "*"
      case "." where word.count == 1 || isInitials: isInitials = true
      case _ where apostrophes.contains(scalar):
        // Runnin' is running.
        if word.count > 4, word.hasSuffix("in"), !isInside { word += "g" }
      case _ where scalar.properties.generalCategory.isMark: break
      case _ where scalar.isWordPart:
        if let letters = Transliteration.letters(scalar) {
          word += letters
        } else {
          word.unicodeScalars.append(scalar)
        }
      case _: end()
      }
    }
    end()
    return words
  }

  private static let spellings = [
    "n": "and", "pt": "part", "pts": "part", "vol": "volume", "ft": "feat", "featuring": "feat",
    "featured": "feat",
  ]
  private static let numerals = [
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8",
    "ix": "9", "x": "10", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
  ]

  private static func unified(_ words: [String]) -> [String] {
    var result: [String] = []
    for word in words {
      let counts = ["part", "volume", "chapter", "act"].contains(result.last)
      result.append(counts ? numerals[word] ?? word : spellings[word] ?? word)
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isWordPart: Bool {
    properties.isAlphabetic || properties.numericType != nil
  }
}

extension Unicode.GeneralCategory {
  fileprivate var isMark: Bool { [.nonspacingMark, .enclosingMark].contains(self) }
}
