import PlayerKitServices

/// Makes one row of what several services have.
enum RowMerger {
  /// The rows of all lists, each with what the other services call the same thing; in the order of
  /// the first list that has it.
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

  /// How sure it is that a row is what all members of a group are; `nil` where it is not. An equal
  /// id outweighs an equal code, and that any likeness.
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
