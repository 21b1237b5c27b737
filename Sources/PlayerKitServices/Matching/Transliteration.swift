import Foundation

/// The script of a text.
enum Script: Hashable, Sendable {
  /// Latin letters, digits, or no letters at all.
  case latin
  case cyrillic, greek, kana, hangul, han
  /// Any other script, or several besides Latin. ICU's transliteration of these differs too much
  /// from common spellings to be compared.
  case other

  init?(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F, 0x1E00...0x1EFF: self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x3041...0x30FF: self = .kana
    case 0x1100...0x11FF, 0xAC00...0xD7FF: self = .hangul
    case 0x3005: self = .han
    case _ where scalar.properties.isIdeographic: self = .han
    default:
      guard scalar.properties.isAlphabetic else { return nil }
      self = .other
    }
  }
}

/// Transliterates other scripts to Latin letters with ICU, 5 to 10 µs for a name.
///
/// Each script has many transliteration systems. ``loose(_:_:)`` makes their results alike.
enum Transliteration {
  /// Returns `text` changed by an ICU transform, or unchanged if the system lacks that transform.
  static func transform(_ text: String, _ identifier: String) -> String {
    text.applyingTransform(StringTransform(identifier), reverse: false) ?? text
  }

  /// Returns `words` in Latin letters, concatenated. Spellings of different systems for `script`
  /// give the same result. Use it only to compare two results.
  static func loose(_ words: [String], _ script: Script) -> String {
    var text = words.joined(separator: " ")
    if text.unicodeScalars.contains(where: { !$0.isASCII }) {
      if script == .greek { text = text.replacing("η", with: "ι") }
      if script == .cyrillic { text = transform(spelledOut(text), "Russian-Latin/BGN") }
      text = transform(text, "Any-Latin; NFD; [:Nonspacing Mark:] Remove; Lower")
      text = text.replacing("đ", with: "d").replacing("ı", with: "i")
    }
    let parts = text.split(separator: " ").map {
      $0.filter { $0.isASCII && $0.isLetter || $0.isNumber }
    }
    // Kana, Hangul and Han characters are written without spaces.
    let pieces =
      [.kana, .hangul, .han].contains(script) ? [parts.joined()] : parts.map { String($0) }
    return pieces.map { looseWord($0, script) }.joined()
  }

  /// Replaces the Bulgarian vowel `ъ` and the `ьо` after a soft consonant. In Russian, `ъ` only
  /// separates a soft vowel.
  private static func spelledOut(_ text: String) -> String {
    let text = text.replacing("ьо", with: "йо")
    guard text.contains("ъ") else { return text }
    let letters = Array(text)
    return String(
      letters.indices.map { index in
        let next = index + 1 < letters.count ? letters[index + 1] : " "
        return letters[index] == "ъ" && !"еёюя".contains(next) ? "а" : letters[index]
      }
    )
  }

  private static func looseWord(_ word: String, _ script: Script) -> String {
    var key = word
    for (from, to) in looseRules[script] ?? [] { key = key.replacing(from, with: to) }
    var result = ""
    for character in key where character != result.last { result.append(character) }
    return result
  }

  private static let looseRules: [Script: [(String, String)]] = [
    .cyrillic: [
      ("shch", "s"), ("sch", "s"), ("sht", "s"), ("sh", "s"), ("dj", "d"), ("zh", "z"), ("kh", "h"),
      ("tch", "c"), ("ch", "c"),
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
      ("ou", "o"), ("oh", "o"), ("shi", "si"), ("tchi", "ti"), ("chi", "ti"), ("tsu", "tu"),
      ("fu", "hu"), ("ji", "zi"), ("dzu", "zu"), ("sh", "sy"), ("ch", "ty"), ("j", "zy"),
      ("mb", "nb"), ("mp", "np"), ("wo", "o"), ("l", "r"), ("v", "b"),
    ],
    .hangul: [
      ("eo", "o"), ("eu", "u"), ("oo", "u"), ("ae", "e"), ("wu", "u"), ("lh", "l"), ("nh", "n"),
      ("sh", "s"), ("ch", "j"), ("g", "k"), ("d", "t"), ("b", "p"), ("r", "l"),
    ],
  ]
}
