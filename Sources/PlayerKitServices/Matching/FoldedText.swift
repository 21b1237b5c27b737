import Foundation

/// A text without details that services write differently: case, diacritics, punctuation, width,
/// traditional or simplified characters, `&` for `and`.
package struct FoldedText: Hashable, Sendable {
  /// The words.
  package let words: [String]
  /// The words concatenated: `Good-bye`, `Good Bye` and `Goodbye` are equal.
  let key: String
  let script: Script

  package init(_ text: String) {
    let plain = Self.plain(text)
    let foreign = Set(plain.unicodeScalars.compactMap(Script.init)).subtracting([.latin])
    script = foreign.count > 1 ? .other : foreign.first ?? .latin
    words = Self.unified(Self.split(plain))
    // A title of symbols alone is its own key.
    key = words.isEmpty ? plain.filter { !$0.isWhitespace } : words.joined()
  }

  /// The result of comparing two texts.
  enum Likeness: Hashable, Sendable {
    case equal
    /// Equal by transliteration.
    case transliterated
    /// In different scripts, and not equal by transliteration. One may be a translation of the
    /// other, so nothing follows from it.
    case incomparable
    case different
  }

  func likeness(to other: FoldedText) -> Likeness {
    if script == other.script {
      return key == other.key || Self.fits(key, other.key) ? .equal : .different
    }
    for (native, latin) in [(self, other), (other, self)]
    where latin.script == .latin && native.script != .other {
      let left = Transliteration.loose(native.words, native.script)
      let right = Transliteration.loose(latin.words, native.script)
      if left.count > 2, left == right { return .transliterated }
    }
    return .incomparable
  }

  /// Whether both texts share a word of three letters or more.
  func shares(with other: FoldedText) -> Bool {
    let common = Set(words).intersection(other.words)
    return common.contains { $0.count > 2 && !["the", "and", "feat", "part"].contains($0) }
  }

  /// Whether two keys differ only in stars, with which some services replace the letters of a word.
  private static func fits(_ left: String, _ right: String) -> Bool {
    guard left.contains("*") != right.contains("*"), left.count == right.count else { return false }
    let pairs = zip(left, right)
    let open = pairs.count { $0 == "*" || $1 == "*" }
    return open * 2 <= left.count && pairs.allSatisfy { $0 == $1 || $0 == "*" || $1 == "*" }
  }
}

extension FoldedText {
  /// Returns `text` in lowercase, with one form of each letter, without diacritics and invisible
  /// characters.
  static func plain(_ text: String) -> String {
    var text = text.contains("№") ? text.replacing("№", with: " no ") : text
    text = text.precomposedStringWithCompatibilityMapping.lowercased()
    let scripts = Set(text.unicodeScalars.compactMap(Script.init))
    if scripts.contains(.han) { text = Transliteration.transform(text, "Traditional-Simplified") }
    if scripts.contains(.kana) { text = Transliteration.transform(text, "Katakana-Hiragana") }
    var result = ""
    for scalar in text.decomposedStringWithCompatibilityMapping.unicodeScalars
    where !scalar.isMark {
      if let letters = letters[scalar] {
        result += letters
      } else if scalar.properties.numericType == .decimal,
        let digit = scalar.properties.numericValue
      {
        result += "\(Int(digit))"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.precomposedStringWithCompatibilityMapping
  }

  /// Letters that do not decompose, and letters that Arabic spelling uses interchangeably.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    "ħ": "h", "ŋ": "n", "ə": "a", "ς": "σ", "ٱ": "ا", "ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك",
    "ـ": "",
  ]

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
        // `Runnin'` means `running`.
        if word.count > 4, word.hasSuffix("in"), !isInside { word += "g" }
      case _ where scalar.isWordPart: word.unicodeScalars.append(scalar)
      case _: end()
      }
    }
    end()
    return words
  }

  private static let spellings = [
    "n": "and", "pt": "part", "pts": "part", "parts": "part", "vol": "volume", "opus": "op",
    "ft": "feat", "featuring": "feat",
    "featured": "feat",
  ]
  /// Words that mean `&` between two words. At the end of a title, it may be a letter: `Vitamin E`.
  static let conjunctions: Set<String> = ["y", "e", "et", "und", "и", "και"]
  private static let keys: Set<String> = ["flat", "sharp", "major", "minor", "dur", "moll"]
  private static let numerals = [
    "i": "1", "ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8",
    "ix": "9", "x": "10", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
  ]

  /// Roman numerals that are not words. A single letter is ambiguous.
  private static let romans: Set<String> = ["ii", "iii", "iv", "vi", "vii", "viii", "ix"]
  private static let numberSigns: Set<String> = ["nr", "n", "num", "number", "nro"]

  private static func unified(_ words: [String]) -> [String] {
    var result: [String] = []
    var counts = false
    for (index, word) in words.enumerated() {
      let next = index + 1 < words.count ? words[index + 1] : ""
      // Not the key of E flat.
      let joins = index > 0 && !next.isEmpty && conjunctions.contains(word) && !keys.contains(next)
      let isNumbered = next.first?.isASCII == true && next.first?.isNumber == true
      if let number = numerals[word], counts || word.count > 1 && romans.contains(word) {
        result.append(number)
      } else if isNumbered, numberSigns.contains(word) {
        result.append("no")
      } else {
        result.append(joins ? "and" : spellings[word] ?? word)
      }
      // `Parts 1 & 2`, `Parts I-V`.
      let isCount = result.last?.allSatisfy(\.isNumber) == true || result.last == "and"
      counts = ["part", "volume", "chapter", "act"].contains(result.last) || counts && isCount
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Marks count as parts of words if they are vowels or change a letter, as in Thai and Hindi.
  fileprivate var isWordPart: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }

  /// Whether a scalar does not change the letter: accents, Arabic and Hebrew vowels, emoji
  /// variants, and invisible characters. Vowels of Indic scripts and Thai change it, and so do the
  /// marks of kana.
  package var isMark: Bool {
    switch value {
    case ..<0x80: false
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670,
      0x6D6...0x6DC, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
      0xFE20...0xFE2F:
      true
    default: properties.generalCategory == .format
    }
  }
}
