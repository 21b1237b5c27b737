import PlayerKitServices

/// Merges equal results of several services.
enum RowMerger {
  /// Merges lists of rows. Each row names the same result at other services. Rows are in the order
  /// of the first list that contains them.
  static func merged(_ lists: [[SearchRow]]) -> [SearchRow] {
    var groups: [[SearchRow]] = []
    for list in lists {
      for row in list {
        let fitting = groups.indices.compactMap { index in
          likeness(of: row, to: groups[index]).map { (index, $0) }
        }
        if let place = fitting.max(by: { $0.1 < $1.1 })?.0 {
          groups[place].append(row)
        } else {
          groups.append([row])
        }
      }
    }
    return groups.compactMap { group in
      var row = group.first
      if group.count > 1 { row?.services = group }
      return row
    }
  }

  /// The confidence that a row equals all members of a group, or `nil` if it does not. An equal id
  /// counts more than an equal code, and a code more than any similarity.
  private static func likeness(of row: SearchRow, to group: [SearchRow]) -> Double? {
    guard !group.contains(where: { $0.service == row.service }) else { return nil }
    var sum = 0.0
    for member in group {
      guard let one = member.entry.likeness(to: row.entry) else { return nil }
      sum += one
    }
    return sum / Double(max(group.count, 1))
  }
}
