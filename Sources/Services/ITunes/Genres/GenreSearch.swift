import Foundation
import PlayerKitServices

extension ITunes.GenreTree {
  /// A genre that a search found.
  public struct Match: Hashable, Sendable {
    /// The genre.
    public let genre: ITunes.Genre
    /// How well it fits.
    public let quality: Quality
  }

  /// How well a genre fits a search, the best first.
  @nonexhaustive public enum Quality: Int, Comparable, Sendable, CaseIterable {
    /// It has just the words that were looked for, in whatever order.
    case exact
    /// It has all the words that were looked for, and more.
    case allWords
    /// Its words begin with those that were looked for.
    case prefix

    /// The better first.
    public static func < (left: Quality, right: Quality) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// Finds genres by their names, the best first.
  ///
  /// `Jazz Funk`, `funk/jazz` and `jazz-funk` find the same. The order of words, what stands between
  /// them, case, marks, width and apostrophes do not matter, nor do `&`, `+` and `and`; words that
  /// are written as one (`hiphop`) find two. Pure and local: nothing is asked of a server.
  ///
  /// - Returns: matches by quality, then those with fewer other words, then by id; none for a text
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

/// The words of a genre's name or of a search, without what people write in different ways.
struct GenreWords: Hashable, Sendable {
  /// The words, folded, in alphabetical order.
  let words: [String]
  /// Neighbors written as one.
  private let joined: Set<String>
  private let whole: String

  init(_ text: String) {
    // Taken apart first: half-width letters are not folded together with their marks.
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
