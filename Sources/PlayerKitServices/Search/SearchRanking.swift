/// Ranks how well texts match a query. Pure.
package struct SearchRanking: Sendable {
  package let query: SearchQuery
  /// The words that misspelled words may mean, by position in the query.
  package var corrections: [Int: Set<String>]

  package init(query: SearchQuery, corrections: [Int: Set<String>] = [:]) {
    self.query = query
    self.corrections = corrections
  }

  /// A text with everything that a comparison needs.
  private struct Field {
    let words: SearchWords
    let tokens: Set<String>

    init(_ text: String) {
      words = SearchWords(text)
      tokens = Set(words.tokens)
    }

    var isEmpty: Bool { words.chunks.isEmpty }
  }

  /// Scores for how a word of the query occurs in a text.
  private enum Fit {
    static let whole = 1.0
    static let spelling = 0.97
    static let lastBeginning = 0.85
    static let beginning = 0.75
    static let corrected = 0.6
  }

  /// The score of a song; higher is better. Scores are rounded, so that songs of similar quality
  /// keep their order.
  package func score(title: String, artist: String, album: String) -> Int {
    let fields = [(Field(title), 1.0), (Field(artist), 0.98), (Field(album), 0.85)]
    var (sum, whole) = (0.0, 0.0)
    var found: [Set<String>] = [[], [], []]
    for (place, word) in query.words.enumerated() {
      let weight = word.isOptional ? 0.15 : word.isOfRun ? 0.6 : 1
      whole += weight
      var best = 0.0
      for (number, (field, value)) in fields.enumerated() where !field.isEmpty {
        guard let (fit, tokens) = fit(word, place, in: field) else { continue }
        found[number].formUnion(tokens)
        best = max(best, fit * value)
      }
      sum += weight * best
    }
    guard whole > 0 else { return 0 }
    var score = sum / whole
    for (number, bonus) in [(0, 0.15), (1, 0.1)] where isCovered(fields[number].0, found[number]) {
      score += bonus
    }
    let isWhole = fields.prefix(2).contains { field, _ in
      !query.key.isEmpty && (field.words.key == query.key || field.words.shortKey == query.key)
    }
    if isWhole { score += 0.3 }
    score -= deduction(title, fields[0].0, fields[1].0)
    return Int((max(score, 0) * 40).rounded())
  }

  /// The deduction for a version that was not asked for: an imitation, or a remark after the title.
  private func deduction(_ text: String, _ title: Field, _ artist: Field) -> Double {
    func isTyped(_ term: String) -> Bool {
      query.words.contains { $0.forms.contains { $0.contains(term) } }
    }
    func has(_ terms: Set<String>, _ field: Field) -> Bool {
      terms.contains { field.tokens.contains($0) && !isTyped($0) }
    }
    if has(Self.imitations, title) || has(Self.imitations, artist) { return 0.1 }
    let hasRemark = text.contains { "([（【-–".contains($0) }
    return hasRemark && has(Self.versions, title) ? 0.05 : 0
  }

  private static let imitations: Set<String> = [
    "karaoke", "tribute", "lullaby", "lullabies", "instrumental", "cover", "famous", "ringtone",
  ]

  private static let versions: Set<String> = [
    "live", "remix", "remaster", "remastered", "acoustic", "demo", "mix", "edit", "version",
    "commentary", "session", "medley", "rehearsal", "take",
  ]

  /// How well a name fits.
  package enum NameFit: Int, Comparable, Sendable {
    /// A word is missing.
    case part
    /// The name has all words, some of them corrected.
    case corrected
    /// The name has all words, or words that begin with them.
    case exact

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Returns how well a name fits, or `nil` if it has no word of the query.
  ///
  /// - Parameter other: A text that may have the other words.
  package func fit(name: String, with other: String) -> NameFit? {
    let (name, other) = (Field(name), Field(other))
    var least = NameFit.exact
    var isNamed = false
    for (place, word) in query.words.enumerated() {
      let mine = fit(word, place, in: name)?.fit
      let best = max(mine ?? 0, fit(word, place, in: other)?.fit ?? 0)
      if mine != nil, !word.isOptional { isNamed = true }
      if word.isOptional { continue }
      if best == 0 {
        least = .part
      } else if best <= Fit.corrected {
        least = min(least, .corrected)
      }
    }
    return isNamed ? least : nil
  }

  private func fit(_ word: SearchQuery.Word, _ place: Int, in field: Field) -> (
    fit: Double, tokens: [String]
  )? {
    for (number, form) in word.forms.enumerated() where form.allSatisfy(field.tokens.contains) {
      return (number == 0 ? Fit.whole : Fit.spelling, form)
    }
    let isLast = place == query.words.count - 1
    if word.forms[0].count == 1 {
      let start = word.typed
      if let token = field.tokens.first(where: { $0.hasPrefix(start) }) {
        if word.isOfRun { return (Fit.whole, [token]) }
        return (isLast ? Fit.lastBeginning : Fit.beginning, [token])
      }
    }
    let near = corrections[place]?.first(where: field.tokens.contains)
    return near.map { (Fit.corrected, [$0]) }
  }

  /// Whether the query contains each word of a text.
  private func isCovered(_ field: Field, _ found: Set<String>) -> Bool {
    guard !found.isEmpty, !field.isEmpty else { return false }
    let key = field.words.shortKey.isEmpty ? field.words.key : field.words.shortKey
    if key.unicodeScalars.contains(where: \.isOfRuns) { return query.key.contains(key) }
    return field.words.chunks.allSatisfy { chunk in
      chunk.parts.allSatisfy(found.contains) || chunk.others.contains(where: found.contains)
        || chunk.parts.count == 1 && ["the", "and", "a"].contains(chunk.parts[0])
    }
  }
}
