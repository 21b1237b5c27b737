import Foundation

/// The words of a text in the spelling of the index: lowercase, without marks, each letter in one
/// form. Pure.
///
/// SQLite only splits the indexed text at spaces. The index and searches use the same rules.
package struct SearchWords: Sendable, Equatable {
  /// The maximum length of a text, in Unicode scalars. The rest is ignored.
  static let longestText = 4_096
  /// The maximum length of a word, in Unicode scalars. The rest is ignored.
  static let longestWord = 64

  /// The text between two spaces.
  package struct Chunk: Sendable, Equatable {
    /// The words, split at punctuation: `ac`, `dc`.
    package var parts: [String]
    /// Other spellings of the chunk: `acdc`. A single word has none, except the one with `ue` for
    /// `ü`.
    package var others: [String] = []
  }

  package private(set) var chunks: [Chunk] = []
  /// All letters without spaces, without `the` at the start and without `and`.
  package private(set) var key = ""
  /// The ``key`` without brackets and without text after a dash. Empty if it is the same.
  package private(set) var shortKey = ""

  package init(_ text: String) {
    let scalars =
      text.utf8.count <= Self.longestText
      ? Array(text.unicodeScalars)
      : Array(text.unicodeScalars.prefix(Self.longestText))
    let isASCII = scalars.allSatisfy(\.isASCII)
    let folded = isASCII ? LetterFolding.small(scalars) : LetterFolding.folded(scalars)
    let pieces = folded.split(whereSeparator: \.isSpace)
    let german = isASCII ? nil : LetterFolding.withUmlauts(scalars)
    let germanPieces = german?.split(whereSeparator: \.isSpace)
    var short: String?
    for (place, piece) in pieces.enumerated() {
      if short == nil, !key.isEmpty, Self.endsName(piece) { short = key }
      guard var chunk = Self.chunk(piece) else { continue }
      if let germanPieces, germanPieces.count == pieces.count, germanPieces[place] != piece,
        let other = Self.chunk(germanPieces[place])
      {
        chunk.others += (other.parts + other.others).filter { !chunk.parts.contains($0) }
      }
      chunks.append(chunk)
      let isLeft = chunk.parts == ["and"] || chunk.parts == ["the"] && key.isEmpty
      if !isLeft { key += chunk.parts.joined() }
    }
    if chunks.isEmpty, let signs = Self.signs(pieces) {
      chunks = [Chunk(parts: [signs])]
      key = signs
    }
    shortKey = short == key ? "" : short ?? ""
  }

  /// All spellings that the index contains for this text.
  package var tokens: [String] {
    var tokens: [String] = []
    var run: [Unicode.Scalar] = []
    func end() {
      tokens += Self.pairs(of: run)
      run = []
    }
    for chunk in chunks {
      for part in chunk.parts {
        // Words of scripts without spaces continue in the next part.
        if let first = part.unicodeScalars.first, first.isOfRuns {
          run += part.unicodeScalars
        } else {
          end()
          tokens.append(part)
        }
      }
      tokens += chunk.others
    }
    end()
    return tokens
  }

  /// The indexed words of a song, separated by spaces.
  package static func spelled(title: String, artist: String, album: String) -> String {
    let title = SearchWords(title)
    var tokens = title.tokens
    for key in [title.key, title.shortKey] where !key.isEmpty { tokens.append(whole(key)) }
    tokens += SearchWords(artist).tokens
    if !album.isEmpty { tokens += SearchWords(album).tokens }
    return tokens.joined(separator: " ")
  }

  /// A token for a whole title. It starts with a private-use character that no text contains.
  package static func whole(_ key: String) -> String {
    "\u{E000}" + String(String.UnicodeScalarView(key.unicodeScalars.prefix(longestWord)))
  }

  /// Splits a text without spaces into each pair of adjacent letters, plus the last letter.
  static func pairs(of run: some Collection<Unicode.Scalar>) -> [String] {
    zip(run, run.dropFirst()).map { String(String.UnicodeScalarView([$0, $1])) }
      + run.suffix(1).map { String($0) }
  }

  private static func endsName(_ piece: ArraySlice<Unicode.Scalar>) -> Bool {
    guard let first = piece.first else { return false }
    return first == "(" || first == "[" || piece.count == 1 && ["-", "–", "—"].contains(first)
  }

  private static func chunk(_ piece: ArraySlice<Unicode.Scalar>) -> Chunk? {
    var parts: [String] = []
    var part = String.UnicodeScalarView()
    var (joined, signed) = (String.UnicodeScalarView(), String.UnicodeScalarView())
    var isOfRuns = false
    func end() {
      if !part.isEmpty { parts.append(String(part.prefix(longestWord))) }
      part = String.UnicodeScalarView()
    }
    for place in piece.indices {
      let scalar = piece[place]
      if scalar.isWordPart {
        if scalar.isOfRuns != isOfRuns, !scalar.isMarkOfVowel { end() }
        if !scalar.isMarkOfVowel { isOfRuns = scalar.isOfRuns }
        part.append(scalar)
        joined.append(scalar)
        signed.append(scalar)
      } else {
        end()
        let isBeforeWord = piece.dropFirst(place - piece.startIndex + 1).first?.isWordPart == true
        if isBeforeWord, let letter = letters[scalar], scalar == "$" || !joined.isEmpty {
          signed.append(letter)
        }
      }
    }
    end()
    if parts.isEmpty, piece.elementsEqual(["&"]) || piece.elementsEqual(["+"]) { parts = ["and"] }
    guard let first = parts.first else { return nil }
    var chunk = Chunk(parts: parts)
    // ½ is not 12.
    if piece.contains("\u{2044}") { return chunk }
    for whole in [joined, signed].map({ String($0.prefix(longestWord)) })
    where whole != first && !chunk.others.contains(whole)
      && !whole.unicodeScalars.contains(where: \.isOfRuns)
    {
      chunk.others.append(whole)
    }
    return chunk
  }

  /// The letters that symbols replace in names: P!nk, Ke$ha, R&B.
  private static let letters: [Unicode.Scalar: Unicode.Scalar] = [
    "!": "i", "$": "s", "&": "n", "@": "a",
  ]

  /// Turns a text that consists only of symbols into one word.
  private static func signs(_ pieces: [ArraySlice<Unicode.Scalar>]) -> String? {
    let signs = pieces.joined().prefix(longestWord).filter { $0.value > 0x20 && $0.value != 0x7F }
    guard !signs.isEmpty else { return nil }
    var word = String.UnicodeScalarView()
    // SQLite splits words at ASCII symbols, so they are replaced.
    for sign in signs {
      word.append(sign.isASCII ? Unicode.Scalar(0xE100 + sign.value) ?? sign : sign)
    }
    return "\u{E001}" + String(word)
  }
}

extension Unicode.Scalar {
  fileprivate var isSpace: Bool {
    isASCII ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }

  fileprivate var isWordPart: Bool {
    if isASCII {
      return (0x61...0x7A).contains(value) || (0x30...0x39).contains(value)
        || (0x41...0x5A).contains(value)
    }
    // The index uses private-use characters itself.
    if (0xE000...0xF8FF).contains(value) { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return properties.isAlphabetic || properties.numericType != nil
    }
  }

  /// Whether this is a mark that belongs to the letter before it.
  fileprivate var isMarkOfVowel: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }

  /// Whether the script is written without spaces, or with spaces that people leave out.
  var isOfRuns: Bool {
    switch value {
    case ..<0xE00: false
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3005...0x3007,
      0x3041...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
