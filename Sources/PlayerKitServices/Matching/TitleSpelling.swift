extension FoldedText {
  /// Whether two texts are the same, or spellings of the same text: `Mr.` and `Mister`, `Seven` and
  /// `7`, `Maenner` and `Männer`, `KV 550` and `K. 550`.
  func isSpelling(of other: FoldedText) -> Bool {
    if likeness(to: other) == .equal { return true }
    guard script == other.script else { return false }
    let mine = TitleSpelling.key(of: words)
    return !mine.isEmpty && mine == TitleSpelling.key(of: other.words)
  }
}

/// Removes differences of spelling from the words of a title. Use it only to compare two results.
enum TitleSpelling {
  static func key(of words: [String]) -> String {
    var rest = words.indices.flatMap { place in
      let isKey = place + 1 < words.count && ["dur", "moll"].contains(words[place + 1])
      return isKey
        ? germanTones[words[place]] ?? [words[place]] : terms[words[place]] ?? [words[place]]
    }[...]
    var result: [String] = []
    while let word = rest.popFirst() {
      let next = rest.first ?? ""
      let last = result.last ?? ""
      if let number = number(word, next) {
        if number.takesNext { rest.removeFirst() }
        result.append(number.text)
      } else if word == "percent", last.isNumber {
        continue
      } else if word == "no", next.isNumber {
        continue
      } else if word == "in", isKey(rest) {
        continue
      } else if word == "major", isTone(last) || accidentals.contains(last) {
        continue
      } else {
        result.append(plain(word))
      }
    }
    if result.contains("theme") {
      let others = result.filter { !["theme", "from", "the", "of"].contains($0) }
      if !others.isEmpty { return "theme " + joined(others) }
    }
    return joined(result)
  }

  /// Joins words, but not numbers: Op. 10 No. 1 is not Op. 101.
  private static func joined(_ words: [String]) -> String {
    words.reduce(into: "") { text, word in
      if text.last?.isNumber == true, word.first?.isNumber == true { text += "." }
      text += word
    }
  }

  /// A number in words, with the next word if it belongs to it: `ninety nine`.
  private static func number(_ word: String, _ next: String) -> (text: String, takesNext: Bool)? {
    if let small = units[word] { return ("\(small)", false) }
    guard let large = tens[word] else { return nil }
    if let small = units[next], (1...9).contains(small) { return ("\(large + small)", true) }
    return ("\(large)", false)
  }

  /// Whether words start with a key, such as `E flat major` or `C minor`. A letter alone is a key
  /// only before a comma, which is not known here, so `in G` counts as well.
  private static func isKey(_ words: ArraySlice<String>) -> Bool {
    guard let tone = words.first else { return false }
    return isTone(tone)
  }

  private static func isTone(_ word: String) -> Bool {
    word.count == 1 && word.first.map { ("b"..."g").contains($0) || $0 == "a" } == true
  }

  /// A word without two-letter umlauts and without a British ending.
  private static func plain(_ word: String) -> String {
    var word = word
    // Not `mourning`, which is not `morning`.
    if word.count > 5, !word.hasPrefix("mour") { word = word.replacing("our", with: "or") }
    if word.hasSuffix("tre"), word.count > 5 { word = word.dropLast(2) + "er" }
    if word.hasPrefix("grey") { word = "gray" + word.dropFirst(4) }
    guard word.count > 3 else { return word }
    for (from, to) in [("ae", "a"), ("oe", "o"), ("ue", "u"), ("aa", "a")] {
      word = word.replacing(from, with: to)
    }
    return word
  }

  /// Names of tones before `Dur` and `moll`.
  private static let germanTones = [
    "es": ["e", "flat"], "as": ["a", "flat"], "des": ["d", "flat"], "ges": ["g", "flat"],
    "b": ["b", "flat"], "h": ["b"], "cis": ["c", "sharp"], "dis": ["d", "sharp"],
    "fis": ["f", "sharp"], "gis": ["g", "sharp"],
  ]

  private static let accidentals: Set<String> = ["flat", "sharp"]

  private static let units = Dictionary(
    uniqueKeysWithValues: """
      zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
      seventeen eighteen nineteen
      """
      .split(whereSeparator: \.isWhitespace).enumerated().map { (String($1), $0) }
  )

  private static let tens = Dictionary(
    uniqueKeysWithValues: "twenty thirty forty fifty sixty seventy eighty ninety"
      .split(separator: " ").enumerated().map { (String($1), $0 * 10 + 20) }
  )

  /// Abbreviations, and names of forms and keys in other languages than English.
  private static let terms: [String: [String]] = {
    var terms: [String: [String]] = [:]
    for line in table.split(separator: "\n") {
      let parts = line.split(separator: "=").map { $0.split(separator: " ").map(String.init) }
      for word in parts.last ?? [] { terms[word] = parts.first }
    }
    return terms
  }()

  private static let table = """
    mister = mr
    missus = mrs
    doctor = dr
    saint = st
    mount = mt
    k = kv koechel kochel
    no = nos
    symphony = sinfonie symphonie sinfonia
    sonata = sonate
    concerto = konzert
    quartet = quartett quatuor quartetto
    string quartet = streichquartett
    piano concerto = klavierkonzert
    piano sonata = klaviersonate
    violin concerto = violinkonzert
    violin sonata = violinsonate
    cello concerto = cellokonzert
    prelude = praeludium praludium preludio
    fugue = fuge fuga
    waltz = walzer
    major = dur majeur maggiore
    minor = moll mineur minore
    flat = bemol bemolle
    sharp = diese diesis
    """
}

extension String {
  fileprivate var isNumber: Bool { !isEmpty && allSatisfy(\.isNumber) }
}
