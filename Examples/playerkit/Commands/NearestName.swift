/// The most similar known name for a mistyped one.
struct NearestName {
  let name: String

  /// Returns `nil` if no name is similar enough: at most two letters, and at most a third of them,
  /// may be wrong. Two swapped letters count as one.
  init?(of typed: String, among names: [String]) {
    let candidates = names.map { (name: $0, distance: Self.distance(Array(typed), Array($0))) }
    guard let best = candidates.min(by: { $0.distance < $1.distance }),
      best.distance <= max(1, min(2, best.name.count / 3))
    else { return nil }
    name = best.name
  }

  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var rows = [Array(0...b.count)]
    for i in 1...a.count {
      var row = [i]
      for j in 1...b.count {
        var best = min(rows[i - 1][j], row[j - 1]) + 1
        best = min(best, rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          best = min(best, rows[i - 2][j - 2] + 1)
        }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
