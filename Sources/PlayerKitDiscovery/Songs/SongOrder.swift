/// Sorts recordings by popularity. Services measure it on different scales, so only ranks within
/// each service count.
struct SongOrder {
  /// The worth of each group in millionths. Contains no groups that no service ranks.
  let worths: [Int: Int]
  /// The number of ranked groups.
  var count: Int { worths.count }
  /// `high` is the lowest worth in the most popular fifth, `low` the highest in the least popular
  /// fifth.
  let high: Int
  let low: Int

  init(_ groups: [SongGroups.Group]) {
    var lists: [Int: [(group: Int, popularity: Double)]] = [:]
    for (index, group) in groups.enumerated() {
      for (source, views) in Dictionary(grouping: group.views, by: \.source) {
        // For a recording on several albums, the highest popularity counts.
        if let most = views.compactMap(\.recording.popularity).max() {
          lists[source, default: []].append((index, most))
        }
      }
    }
    var worths: [Int: Int] = [:]
    for list in lists.values {
      let sorted = list.sorted { ($1.popularity, $0.group) < ($0.popularity, $1.group) }
      for (place, member) in sorted.enumerated() {
        worths[member.group, default: 0] += PlaceWorth.worth(place)
      }
    }
    self.worths = worths
    let sorted = worths.values.sorted(by: >)
    high = sorted.isEmpty ? 0 : sorted[sorted.count / 5]
    low = sorted.isEmpty ? 0 : sorted[sorted.count * 4 / 5]
  }

  /// Returns the groups not yet taken: the most popular first, then those that no service ranks.
  ///
  /// - Parameter rankedOnly: Whether to leave out the groups that no service ranks.
  func rest(of groups: [SongGroups.Group], rankedOnly: Bool) -> [Int] {
    groups.indices
      .filter { !groups[$0].isTaken && (!rankedOnly || worths[$0] != nil) }
      .sorted { (worths[$1] ?? 0, $0) < (worths[$0] ?? 0, $1) }
  }
}
