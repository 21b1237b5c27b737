import Foundation

/// The words of a text in the one spelling in which an index has them, and a search looks for them: small letters
/// without marks, each letter in one form. Pure. SQLite only cuts them at the spaces: what is a letter and what a
/// mark is decided here, for both sides alike.
enum LibraryWords {
  /// Of a longer text the first part is searched, in scalars of Unicode.
  static let longestText = 4_096
  /// Longer words count as their beginnings, in scalars of Unicode.
  static let longestWord = 64

  /// The words, with a space between them.
  static func spelled(_ text: String) -> String {
    isPlain(text) ? plain(text.utf8) : others(in: text).joined(separator: " ")
  }

  static func words(in text: String) -> [String] {
    isPlain(text) ? plain(text.utf8).split(separator: " ").map(String.init) : others(in: text)
  }

  private static func isPlain(_ text: String) -> Bool {
    text.utf8.count <= longestText && text.utf8.allSatisfy { $0 < 0x80 }
  }

  private static func others(in text: String) -> [String] {
    let start = String(text.unicodeScalars.prefix(longestText))
    var folded = String.UnicodeScalarView()
    for scalar in start.decomposedStringWithCompatibilityMapping.unicodeScalars
    where !scalar.isMark {
      if let letters = letters[scalar] {
        folded.append(contentsOf: letters.unicodeScalars)
      } else {
        folded.append(contentsOf: scalar.properties.lowercaseMapping.unicodeScalars)
      }
    }
    // Some small letters have marks that the large ones lack.
    folded.removeAll(where: \.isMark)
    return String(folded).precomposedStringWithCanonicalMapping.unicodeScalars
      .split { !$0.isWordPart }
      .map { String(String.UnicodeScalarView($0.prefix(longestWord))) }
  }

  /// The same for what is ASCII alone, which most texts are.
  private static func plain(_ text: String.UTF8View) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var length = 0
    for byte in text {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: break
      default:
        if length > 0 { bytes.append(0x20) }
        length = 0
        continue
      }
      length += 1
      guard length <= longestWord else { continue }
      bytes.append((0x41...0x5A).contains(byte) ? byte + 0x20 : byte)
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Letters that do not come apart.
  private static let letters: [Unicode.Scalar: String] = [
    "ß": "ss", "ẞ": "ss", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ø": "o", "Ø": "o", "ł": "l",
    "Ł": "l", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d", "þ": "th", "Þ": "th", "ı": "i", "ħ": "h",
    "Ħ": "h", "ŧ": "t", "Ŧ": "t", "ς": "σ",
  ]
}

extension Unicode.Scalar {
  /// Whether it says only how a letter sounds, or can't be seen: accents, the vowels of Arabic and Hebrew. Vowels of
  /// Indian scripts and of Thai, and what makes another letter of one of kana, are no such marks.
  fileprivate var isMark: Bool {
    switch value {
    case 0x300...0x36F, 0x483...0x487, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670,
      0x6D6...0x6DC, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F,
      0xFE20...0xFE2F:
      true
    case ..<0x300: false
    default: properties.generalCategory == .format
    }
  }

  fileprivate var isWordPart: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: true
    default: properties.isAlphabetic || properties.numericType != nil
    }
  }
}
