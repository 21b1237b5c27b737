import MusicCatalog

/// Makes one row of what several services have.
enum RowMerger {
  /// The rows of all lists, each with what the other services call the same thing; in the order of
  /// the first list that has it.
  static func merged(_ lists: [[SearchRow]]) -> [SearchRow] {
    var groups: [[SearchRow]] = []
    for list in lists {
      for row in list {
        let place = groups.firstIndex { group in
          !group.contains { $0.service == row.service } && group.contains { isSame($0, row) }
        }
        if let place { groups[place].append(row) } else { groups.append([row]) }
      }
    }
    return groups.compactMap { group in
      var row = group.first
      if group.count > 1 { row?.services = group }
      return row
    }
  }

  private static func isSame(_ a: SearchRow, _ b: SearchRow) -> Bool {
    // The Apple Music API and the iTunes Store have the same ids.
    if [a.service, b.service].allSatisfy({ $0 == .apple || $0 == .itunes }) { return a.id == b.id }
    guard let a = a.recording, let b = b.recording else { return false }
    return RecordingMatcher().compare(a, with: b).isAccepted
  }
}

extension SearchRow {
  /// What tells whether it is the same recording as another; `nil` for what is none.
  fileprivate var recording: Recording? {
    guard type == .songs, let title, let artist else { return nil }
    return Recording(
      title: title,
      artists: [artist],
      album: album,
      duration: duration,
      isrc: isrc,
      isExplicit: isExplicit
    )
  }
}
