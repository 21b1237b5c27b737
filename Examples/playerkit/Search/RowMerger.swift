import PlayerKitServices

/// Merges equal results of several services.
enum RowMerger {
  /// Merges lists of rows, best first. Each row names the same result at other services.
  ///
  /// - Parameter term: What the user typed.
  static func merged(_ lists: [[SearchRow]], for term: String) -> [SearchRow] {
    ResultMerger(term).merged(lists) { $0.entry }.compactMap { group in
      var row = group.first
      if group.count > 1 { row?.services = group }
      return row
    }
  }
}
