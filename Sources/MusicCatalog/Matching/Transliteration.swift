/// The script of a text, as far as it can be written in Latin letters here.
enum Script: Hashable, Sendable {
  /// Latin letters, digits, or nothing of any script.
  case latin
  case cyrillic
  case greek
  case kana
  /// Scripts that have no simple transliteration: Han characters, which have several readings, Hangul,
  /// Arabic, Hebrew, Thai and all others.
  case other
}

/// Writes other scripts in Latin letters, by tables of this library's own.
///
/// There are many systems for each script. One of them is used here; ``Transliteration/loose(_:_:)``
/// makes the results of different ones alike.
enum Transliteration {
  static func script(of scalar: Unicode.Scalar) -> Script? {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: .greek
    case 0x400...0x52F: .cyrillic
    case 0x3041...0x30FF: .kana
    default: scalar.properties.isAlphabetic ? .other : nil
    }
  }

  /// The Latin letters for one small letter of Cyrillic or Greek without marks.
  static func letters(_ scalar: Unicode.Scalar) -> String? {
    cyrillic[scalar] ?? greek[scalar] ?? latin[scalar]
  }

  /// `text` with its kana written in Latin letters, two long syllables and doubled consonants too.
  static func romanised(_ text: String) -> String {
    var result = ""
    var doubles = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      let plain =
        (0x30A1...0x30F6).contains(value) ? Unicode.Scalar(value - 0x60) ?? scalar : scalar
      if plain == "っ" {
        doubles = true
      } else if let vowel = small[plain], script(of: scalar) == .kana {
        // A small vowel replaces that of the syllable before it: ki + small ya is kya.
        if result.hasSuffix("i") || result.hasSuffix("u") || result.hasSuffix("e") {
          result.removeLast()
        }
        let hisses = result.hasSuffix("sh") || result.hasSuffix("ch") || result.hasSuffix("j")
        result += hisses && vowel.count > 1 ? String(vowel.dropFirst()) : vowel
      } else if let syllable = syllables[plain] {
        result += (doubles ? syllable.prefix(1) : "") + syllable
        doubles = false
      } else if scalar != "ー" {
        result.unicodeScalars.append(scalar)
        doubles = false
      }
    }
    return result
  }

  /// `words` in one piece, with what different systems for `script` write differently made alike.
  /// Only for comparing one with another.
  static func loose(_ words: [String], _ script: Script) -> String {
    // Kana are written without spaces.
    script == .kana
      ? looseWord(words.joined(), script) : words.map { looseWord($0, script) }.joined()
  }

  private static func looseWord(_ word: String, _ script: Script) -> String {
    var key = word
    for (from, to) in looseRules[script] ?? [] { key = key.replacing(from, with: to) }
    var result = ""
    for character in key where character != result.last { result.append(character) }
    return result
  }
}

extension Transliteration {
  private static let looseRules: [Script: [(String, String)]] = [
    .cyrillic: [
      ("shch", "sh"), ("sch", "sh"), ("zh", "z"), ("kh", "h"), ("tch", "c"), ("ch", "c"),
      ("ts", "c"), ("tz", "c"), ("yo", "e"), ("jo", "e"), ("ye", "e"), ("je", "e"),
      ("ya", "a"), ("ja", "a"), ("ia", "a"), ("yu", "u"), ("ju", "u"), ("iu", "u"), ("x", "ks"),
      ("w", "v"), ("j", "i"), ("y", "i"),
    ],
    .greek: [
      ("oy", "u"), ("ey", "ev"), ("ay", "av"), ("ph", "f"), ("ch", "h"), ("kh", "h"), ("ou", "u"),
      ("mp", "b"), ("nt", "d"), ("gk", "g"),
      ("gg", "g"), ("ng", "g"), ("ei", "i"), ("oi", "i"), ("ai", "e"), ("au", "av"), ("eu", "ev"),
      ("af", "av"), ("ef", "ev"), ("ks", "x"), ("dh", "d"), ("b", "v"), ("y", "i"),
    ],
    .kana: [
      ("ou", "o"), ("oh", "o"), ("shi", "si"), ("chi", "ti"), ("tsu", "tu"), ("fu", "hu"),
      ("ji", "zi"), ("dzu", "zu"), ("sh", "sy"), ("ch", "ty"), ("j", "zy"), ("mb", "nb"),
      ("mp", "np"), ("wo", "o"), ("l", "r"), ("v", "b"),
    ],
  ]

  /// Letters that do not decompose.
  private static let latin: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    "ħ": "h", "ŋ": "n", "ə": "a",
  ]

  private static let cyrillic: [Unicode.Scalar: String] = [
    "а": "a", "б": "b", "в": "v", "г": "g", "д": "d", "е": "e", "ж": "zh", "з": "z", "и": "i",
    "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s", "т": "t",
    "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "",
    "ы": "y", "ь": "", "э": "e", "ю": "yu", "я": "ya", "і": "i", "є": "ye", "ґ": "g", "ђ": "dj",
    "ј": "j", "љ": "lj", "њ": "nj", "ћ": "c", "џ": "dz",
  ]

  private static let greek: [Unicode.Scalar: String] = [
    "α": "a", "β": "v", "γ": "g", "δ": "d", "ε": "e", "ζ": "z", "η": "i", "θ": "th", "ι": "i",
    "κ": "k", "λ": "l", "μ": "m", "ν": "n", "ξ": "x", "ο": "o", "π": "p", "ρ": "r", "σ": "s",
    "ς": "s", "τ": "t", "υ": "y", "φ": "f", "χ": "ch", "ψ": "ps", "ω": "o",
  ]

  private static let small: [Unicode.Scalar: String] = [
    "ぁ": "a", "ぃ": "i", "ぅ": "u", "ぇ": "e", "ぉ": "o", "ゃ": "ya", "ゅ": "yu", "ょ": "yo",
  ]

  private static let syllables: [Unicode.Scalar: String] = {
    let rows: [(String, [String])] = [
      ("あいうえお", ["a", "i", "u", "e", "o"]), ("かきくけこ", ["ka", "ki", "ku", "ke", "ko"]),
      ("がぎぐげご", ["ga", "gi", "gu", "ge", "go"]),
      ("さしすせそ", ["sa", "shi", "su", "se", "so"]),
      ("ざじずぜぞ", ["za", "ji", "zu", "ze", "zo"]),
      ("たちつてと", ["ta", "chi", "tsu", "te", "to"]),
      ("だぢづでど", ["da", "ji", "zu", "de", "do"]),
      ("なにぬねの", ["na", "ni", "nu", "ne", "no"]),
      ("はひふへほ", ["ha", "hi", "fu", "he", "ho"]),
      ("ばびぶべぼ", ["ba", "bi", "bu", "be", "bo"]),
      ("ぱぴぷぺぽ", ["pa", "pi", "pu", "pe", "po"]),
      ("まみむめも", ["ma", "mi", "mu", "me", "mo"]), ("やゆよ", ["ya", "yu", "yo"]),
      ("らりるれろ", ["ra", "ri", "ru", "re", "ro"]), ("わゐゑをん", ["wa", "i", "e", "o", "n"]),
      ("ゔ", ["vu"]),
    ]
    let pairs = rows.flatMap { zip($0.0.unicodeScalars, $0.1) }
    return Dictionary(pairs) { first, _ in first }
  }()
}
