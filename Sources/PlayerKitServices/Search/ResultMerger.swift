/// Merges the results of several services for one search, and ranks them by how well they match
/// what the user typed. Pure.
///
/// The rules are those of a search in your own library: accents, punctuation, the order of the
/// words, unfinished words, numbers in words, and mistakes in longer words do not matter. Results
/// that match equally well keep their order at their services. No result is dropped.
///
/// ```swift
/// let merger = ResultMerger("dont stop believin")
/// for song in merger.merged([appleResults, spotifyResults]) {
///   show(song[0], alsoAt: song.dropFirst())
/// }
/// ```
public struct ResultMerger: Sendable {
  private let query: SearchQuery

  /// Makes a merger.
  ///
  /// - Parameter term: what the user typed.
  public init(_ term: String) {
    query = SearchQuery(term)
  }

  /// Merges lists of results, one for each service.
  ///
  /// - Returns: groups of equal recordings, best first. A group has at most one entry of each list,
  ///   in the order of the lists.
  public func merged(_ lists: [[CatalogEntry]]) -> [[CatalogEntry]] {
    merged(lists) { $0 }
  }

  /// Merges lists of values that may have an entry. Values without one are not merged, and come
  /// last.
  package func merged<Found>(
    _ lists: [[Found]],
    entry: (Found) -> CatalogEntry?
  ) -> [[Found]] {
    let groups = grouped(lists, entry)
    let ranking = SearchRanking(
      query: query,
      corrections: query.corrections(among: groups.flatMap(\.members).compactMap(\.compared?.entry))
    )
    let ranked = groups.enumerated().map { place, group in
      let scores = group.members.map { $0.compared.map { ranking.score($0.entry) } ?? -1 }
      return (score: scores.max() ?? -1, rank: group.rank, place: place, group: group)
    }
    return ranked.sorted { ($1.score, $0.rank, $0.place) < ($0.score, $1.rank, $1.place) }
      .map { $0.group.members.map(\.found) }
  }

  /// Returns how well each entry matches, as for merging; higher is better. Use it to rank results
  /// that arrive one service after the other.
  package func scores(of entries: [CatalogEntry]) -> [Int] {
    let ranking = SearchRanking(query: query, corrections: query.corrections(among: entries))
    return entries.map { ranking.score($0) }
  }

  private struct Member<Found> {
    let found: Found
    let compared: ComparedEntry?
  }

  private struct Group<Found> {
    var members: [Member<Found>]
    /// The list of the last member.
    var list: Int
    /// The best place of a member in its list.
    var rank: Int
  }

  private func grouped<Found>(
    _ lists: [[Found]],
    _ entry: (Found) -> CatalogEntry?
  ) -> [Group<Found>] {
    var groups: [Group<Found>] = []
    for (list, found) in lists.enumerated() {
      for (rank, found) in found.enumerated() {
        let member = Member(found: found, compared: entry(found).map { ComparedEntry($0) })
        var best: (place: Int, likeness: Double)?
        for (place, group) in groups.enumerated() where group.list != list {
          guard let likeness = Self.likeness(of: member, to: group),
            likeness > best?.likeness ?? -1
          else { continue }
          best = (place, likeness)
        }
        guard let place = best?.place else {
          groups.append(Group(members: [member], list: list, rank: rank))
          continue
        }
        groups[place].members.append(member)
        groups[place].list = list
        groups[place].rank = min(groups[place].rank, rank)
      }
    }
    return groups
  }

  /// The mean likeness to all members of a group, or `nil` if one of them is another recording.
  private static func likeness<Found>(of member: Member<Found>, to group: Group<Found>) -> Double? {
    guard let compared = member.compared else { return nil }
    var sum = 0.0
    for other in group.members {
      guard let likeness = other.compared?.likeness(to: compared) else { return nil }
      sum += likeness
    }
    return sum / Double(max(group.members.count, 1))
  }
}

extension SearchRanking {
  /// The score of an entry; higher is better.
  func score(_ entry: CatalogEntry) -> Int {
    score(title: entry.title ?? "", artist: entry.artist ?? "", album: entry.album ?? "")
  }
}

extension SearchQuery {
  /// The words of entries that misspelled words of the query may mean, by position in the query.
  func corrections(among entries: [CatalogEntry]) -> [Int: Set<String>] {
    let texts = entries.flatMap { [$0.title, $0.artist, $0.album].compactMap(\.self) }
    let known = texts.reduce(into: Set<String>()) { $0.formUnion(SearchWords($1).tokens) }
    var corrections: [Int: Set<String>] = [:]
    for (place, word) in words.enumerated() where !word.isOfRun && word.forms[0].count == 1 {
      let typed = word.typed
      guard typed.count >= Self.shortestCorrected,
        !word.forms.contains(where: { $0.allSatisfy(known.contains) })
      else { continue }
      var near = Self.neighbors(of: typed).intersection(known)
      if near.isEmpty, typed.count >= Self.shortestCorrectedTwice {
        let letters = Array(typed.utf8)
        near = known.filter { Self.isNear(letters, Array($0.utf8)) }
      }
      if !near.isEmpty { corrections[place] = near }
    }
    return corrections
  }
}
