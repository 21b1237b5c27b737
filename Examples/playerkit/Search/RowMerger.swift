import MusicCatalog

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
      guard let one = likeness(member, row) else { return nil }
      sum += one
    }
    return sum / Double(max(group.count, 1))
  }

  private static func likeness(_ a: SearchRow, _ b: SearchRow) -> Double? {
    let (a, b) = (a.entry, b.entry)
    if let a = a.isExplicit, let b = b.isExplicit, a != b { return nil }
    // Catalogs of the same links have the same ids: the Apple Music API and the iTunes Store.
    if a.link.service == b.link.service { return a.link.id == b.link.id ? 3 : nil }
    guard let first = a.recording, let second = b.recording else { return nil }
    let match = RecordingMatcher().compare(first, with: second)
    guard match.isAccepted else { return nil }
    return a.isrc != nil && a.isrc == b.isrc ? 2 : match.score
  }
}
