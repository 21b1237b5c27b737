/// Puts recordings in the order of how much they are heard. Services measure that on different scales: only places
/// within each service count.
struct SongOrder {
  /// What each group is worth, in millionths; groups that no service ranks lack.
  let worths: [Int: Int]
  /// How many are ranked.
  var count: Int { worths.count }
  /// `high`: the least worth in the most popular fifth. `low`: the largest in the least popular fifth.
  let high: Int
  let low: Int

  init(_ groups: [SongGroups.Group]) {
    var lists: [Int: [(group: Int, popularity: Double)]] = [:]
    for (index, group) in groups.enumerated() {
      for (source, views) in Dictionary(grouping: group.views, by: \.source) {
        // What is on several albums counts as the one that is heard most.
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

  /// The groups that are not taken, the most heard first, then those that nobody ranks.
  ///
  /// - Parameter rankedOnly: whether those that nobody ranks are left out.
  func rest(of groups: [SongGroups.Group], rankedOnly: Bool) -> [Int] {
    groups.indices
      .filter { !groups[$0].isTaken && (!rankedOnly || worths[$0] != nil) }
      .sorted { (worths[$1] ?? 0, $0) < (worths[$0] ?? 0, $1) }
  }
}
