import Foundation
import PlayerKitServices

extension ITunes.GenreTree {
  /// A search result.
  public struct Match: Hashable, Sendable {
    /// The genre.
    public let genre: ITunes.Genre
    /// The quality of the match.
    public let quality: Quality
  }

  /// The quality of a match, best first.
  @nonexhaustive public enum Quality: Int, Comparable, Sendable, CaseIterable {
    /// The name has exactly the search words, in any order.
    case exact
    /// The name has all search words and more.
    case allWords
    /// The name's words begin with the search words.
    case prefix

    /// Returns whether `left` is the better match.
    public static func < (left: Quality, right: Quality) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// Finds genres by name, best match first.
  ///
  /// `Jazz Funk`, `funk/jazz` and `jazz-funk` give the same results. The search ignores the order
  /// of words, separators, case, diacritics, width, apostrophes, and `&`, `+` and `and`. Joined
  /// words (`hiphop`) match two. Pure and local: sends nothing.
  ///
  /// - Returns: Matches by quality, then by the number of other words, then by id. Empty for a text
  ///   without words.
  public func search(_ text: String) -> [Match] {
    let wanted = GenreWords(text)
    guard !wanted.words.isEmpty else { return [] }
    let found = all.compactMap { genre -> (match: Match, words: Int)? in
      let words = GenreWords(genre.name)
      return words.quality(for: wanted).map {
        (Match(genre: genre, quality: $0), words.words.count)
      }
    }
    func key(_ found: (match: Match, words: Int)) -> (Quality, Int, Int, String) {
      let id = found.match.genre.id
      return (found.match.quality, found.words, id.utf8.count, id)
    }
    return found.sorted { key($0) < key($1) }.map(\.match)
  }
}

/// The normalized words of a genre's name or of a search.
struct GenreWords: Hashable, Sendable {
  /// The folded words in alphabetical order.
  let words: [String]
  /// Joined pairs of neighboring words.
  private let joined: Set<String>
  private let whole: String

  init(_ text: String) {
    // Decompose first, because half-width letters are not folded together with their marks.
    let folded = text.decomposedStringWithCompatibilityMapping.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive],
      locale: nil
    )
    let kept = folded.filter { !"'’‘ʼ`".contains($0) }
    let words = kept.split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0 != "and" }
    whole = words.joined()
    joined = Set(zip(words, words.dropFirst()).map { $0 + $1 })
    self.words = words.sorted()
  }

  func quality(for wanted: GenreWords) -> ITunes.GenreTree.Quality? {
    if wanted.words == words || wanted.whole == whole { return .exact }
    let known = joined.union(words)
    if wanted.words.allSatisfy({ known.contains($0) }) { return .allWords }
    let isBegun = wanted.words.allSatisfy { word in known.contains { $0.hasPrefix(word) } }
    return isBegun ? .prefix : nil
  }
}
