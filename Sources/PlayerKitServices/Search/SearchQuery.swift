/// A search text as words to look for. Pure.
package struct SearchQuery: Sendable, Equatable {
  /// Shorter words are not corrected.
  package static let shortestCorrected = 4
  /// Words of at least this length may have two mistakes.
  package static let shortestCorrectedTwice = 8
  static let maximumWords = 16

  /// One word of the query.
  package struct Word: Sendable, Equatable {
    /// The spellings, first as typed. If a spelling consists of several words, all are required.
    package var forms: [[String]]
    /// Whether the word may be missing from a song, such as `by`, `the`, `feat`.
    package var isOptional = false
    /// Whether the word is two letters of a text without spaces, or its last letter.
    package var isOfRun = false

    package var typed: String { forms.first?.joined() ?? "" }
  }

  /// The words, at most ``maximumWords``.
  package let words: [Word]
  /// See ``SearchWords/key``.
  package let key: String
  /// The query, split as the index splits texts.
  package let text: SearchWords

  package init(_ text: String) {
    let text = SearchWords(text)
    self.text = text
    key = text.key
    let start = text.chunks.prefix(Self.maximumWords)
    var words = start.enumerated().flatMap { place, chunk in
      Self.words(of: chunk, isLast: place == start.count - 1)
    }
    for (place, next) in zip(words.indices, words.indices.dropFirst()) {
      let (first, second) = (words[place], words[next])
      guard !first.isOfRun, !second.isOfRun, first.forms[0].count == 1, second.forms[0].count == 1
      else { continue }
      // The two words may be written as one elsewhere: black bird, ninety nine.
      let whole = [first.typed + second.typed] + NumberWords.joined(first.typed, second.typed)
      guard whole[0].unicodeScalars.count <= SearchWords.longestWord else { continue }
      for form in whole {
        words[place].forms.append([form])
        words[next].forms.append([form])
      }
    }
    // If all words are optional, all are required.
    if words.allSatisfy(\.isOptional) {
      for place in words.indices { words[place].isOptional = false }
    }
    self.words = Array(words.prefix(Self.maximumWords))
  }

  private static func words(of chunk: SearchWords.Chunk, isLast: Bool) -> [Word] {
    if chunk.parts.contains(where: { $0.unicodeScalars.first?.isOfRuns == true }) {
      return chunk.parts.enumerated().flatMap { place, part in
        let isEnd = isLast && place == chunk.parts.count - 1
        guard part.unicodeScalars.first?.isOfRuns == true else {
          return [Word(forms: [[part]])]
        }
        return runs(of: Array(part.unicodeScalars), isLast: isEnd)
      }
    }
    var forms: [[String]] = chunk.others.map { [$0] }
    // Punctuation inside a word is often left out, so the parts form one word.
    if chunk.parts.count == 1 {
      forms.insert(chunk.parts, at: 0)
    } else {
      forms.append(chunk.parts)
    }
    if let word = forms.first, word.count == 1 {
      forms += NumberWords.others(for: word[0]) + spellings(of: word[0]).map { [$0] }
    }
    let isOptional = forms[0].count == 1 && optional.contains(forms[0][0])
    return [Word(forms: forms, isOptional: isOptional)]
  }

  private static func runs(of run: [Unicode.Scalar], isLast: Bool) -> [Word] {
    let pairs = SearchWords.pairs(of: run)
    return (pairs.count > 1 ? pairs.dropLast() : pairs[...]).enumerated().map { place, pair in
      var forms = [[pair]]
      // An unfinished Hangul syllable may still get a final consonant.
      if isLast, place == max(pairs.count - 2, 0), let last = run.last,
        (0xAC00...0xD7A3).contains(last.value), (last.value - 0xAC00) % 28 == 0
      {
        let head = pair.unicodeScalars.dropLast()
        forms += (1..<28).compactMap { Unicode.Scalar(last.value + $0) }
          .map { [String(String.UnicodeScalarView(head + [$0]))] }
      }
      return Word(forms: forms, isOfRun: true)
    }
  }

  private static let optional: Set<String> = [
    "by", "and", "n", "the", "a", "an", "feat", "ft", "featuring", "with", "lyrics", "official",
    "video", "audio", "song", "von", "par", "de", "por", "di", "et", "und", "y", "of", "vs",
  ]

  /// Spellings that people use for the same word.
  private static func spellings(of word: String) -> [String] {
    if let others = spellings[word] { return others }
    // "Runnin'" means "running".
    if word.count > 4, word.hasSuffix("in") { return [word + "g"] }
    if word.count > 5, word.hasSuffix("ing") { return [String(word.dropLast())] }
    return []
  }

  private static let spellings: [String: [String]] = {
    let groups = [
      "and n", "feat ft featuring", "part pt pts", "volume vol", "you u", "your ur", "through thru",
      "night nite", "light lite", "mister mr", "doctor dr", "saint st", "little lil",
      "because cause cuz coz",
      "until til till", "okay ok", "gray grey", "color colour", "number no nr", "versus vs",
      "mrs missus", "are r", "why y", "tonight tonite", "love luv", "with w", "the da tha",
    ]
    var table: [String: [String]] = [:]
    for group in groups.map({ $0.split(separator: " ").map(String.init) }) {
      for word in group { table[word] = group.filter { $0 != word } }
    }
    return table
  }()

  // MARK: - Typing mistakes

  /// All words that are one edit away: a letter inserted, deleted or replaced, or two adjacent
  /// letters swapped.
  package static func neighbors(of word: String) -> Set<String> {
    let letters = Array(word)
    guard letters.count >= shortestCorrected, letters.count <= 32 else { return [] }
    let alphabet = alphabet(of: letters)
    var found: Set<String> = []
    if word.utf8.count == letters.count {
      // Bytes are faster than characters.
      edit(Array(word.utf8), alphabet.compactMap(\.asciiValue)) {
        found.insert(String(decoding: $0, as: UTF8.self))
      }
    } else {
      edit(letters, alphabet) { found.insert(String($0)) }
    }
    found.remove(word)
    return found
  }

  /// Passes each edit of a word to a closure. Some occur twice.
  private static func edit<Letter>(
    _ letters: [Letter],
    _ alphabet: [Letter],
    _ pass: ([Letter]) -> Void
  ) {
    for place in 0...letters.count {
      let (head, tail) = (letters[..<place], letters[place...])
      for letter in alphabet { pass(head + [letter] + tail) }
      guard let first = tail.first else { continue }
      pass(Array(head + tail.dropFirst()))
      for letter in alphabet { pass(head + [letter] + tail.dropFirst()) }
      if let second = tail.dropFirst().first {
        pass(head + [second, first] + tail.dropFirst(2))
      }
    }
  }

  /// Whether two words are at most two edits apart.
  package static func isNear(_ word: [UInt8], _ other: [UInt8]) -> Bool {
    guard abs(word.count - other.count) <= 2 else { return false }
    var (before, last) = ([Int](), Array(0...other.count))
    for row in 1...max(word.count, 1) where row <= word.count {
      var next = [row] + [Int](repeating: 0, count: other.count)
      for column in stride(from: 1, through: other.count, by: 1) {
        let isSame = word[row - 1] == other[column - 1]
        next[column] = min(
          last[column] + 1,
          next[column - 1] + 1,
          last[column - 1] + (isSame ? 0 : 1)
        )
        if row > 1, column > 1, word[row - 1] == other[column - 2],
          word[row - 2] == other[column - 1]
        {
          next[column] = min(next[column], before[column - 2] + 1)
        }
      }
      if (next.min() ?? 0) > 2 { return false }
      (before, last) = (last, next)
    }
    return last[other.count] <= 2
  }

  /// The letters of the word's script. Syllabic scripts have too many to try.
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

/// Numbers in words and digits. Pure.
enum NumberWords {
  private static let ones = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
  ]
  private static let tens = [
    "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
  ]
  private static let ordinals = [
    "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th",
    "sixth": "6th",
    "seventh": "7th", "eighth": "8th", "ninth": "9th", "tenth": "10th",
  ]
  private static let romans = [
    "ii": 2, "iii": 3, "iv": 4, "vi": 6, "vii": 7, "viii": 8, "ix": 9, "xi": 11, "xii": 12,
  ]
  /// The number that each word means.
  private static let values: [String: Int] = {
    var values = romans
    for (value, word) in ones.enumerated() { values[word] = value }
    for (ten, word) in tens.enumerated() where !word.isEmpty { values[word] = ten * 10 }
    values["hundred"] = 100
    values["thousand"] = 1_000
    return values
  }()

  private static func spellings(of value: Int) -> [[String]] {
    var found: [[String]] = []
    if ones.indices.contains(value) {
      found.append([ones[value]])
    } else if (20..<100).contains(value) {
      found.append([tens[value / 10]] + (value % 10 > 0 ? [ones[value % 10]] : []))
    } else if value == 100 || value == 1_000 {
      found.append([value == 100 ? "hundred" : "thousand"])
    } else if (1_100..<2_100).contains(value), value % 100 >= 10 {
      found.append(
        contentsOf: zip([value / 100], [value % 100]).map { century, year in
          (spellings(of: century).first ?? []) + (spellings(of: year).first ?? [])
        }
      )
    }
    return found + romans.filter { $0.value == value }.map { [$0.key] }
  }

  /// Other spellings of a number: 7, seven, vii.
  static func others(for word: String) -> [[String]] {
    if let ordinal = ordinals[word] { return [[ordinal]] }
    if let ordinal = ordinals.first(where: { $0.value == word }) { return [[ordinal.key]] }
    guard word.utf8.count <= 12, let value = values[word] ?? plain(word) else { return [] }
    return (["\(value)"] == [word] ? [] : [["\(value)"]])
      + spellings(of: value).filter { $0 != [word] }
  }

  /// Combines two words that make one number: ninety nine.
  static func joined(_ first: String, _ second: String) -> [String] {
    guard let head = values[first], let tail = values[second], romans[first] == nil,
      romans[second] == nil
    else { return [] }
    if head >= 20, head < 100, head % 10 == 0, (1..<10).contains(tail) { return ["\(head + tail)"] }
    if (1..<10).contains(head), tail >= 100 { return ["\(head * tail)"] }
    if (11..<21).contains(head), (10..<100).contains(tail) { return ["\(head * 100 + tail)"] }
    return []
  }

  private static func plain(_ word: String) -> Int? {
    word.utf8.allSatisfy { (0x30...0x39).contains($0) } && word.utf8.first != 0x30
      && word.utf8.count < 5
      ? Int(word) : nil
  }
}
