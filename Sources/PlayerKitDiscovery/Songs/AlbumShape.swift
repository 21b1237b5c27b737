import PlayerKit

/// Properties of an album that its tracks show together.
struct AlbumShape: Sendable {
  /// The number of known tracks, or the track count in their metadata if it is larger.
  let count: Int
  /// Whether some tracks have composers.
  let namesComposers: Bool
  /// Whether most tracks are numbered parts.
  let isOfParts: Bool
  /// Whether there are many tracks of about equal length, like the parts of a split book.
  let isEven: Bool

  init(_ groups: [SongGroups.Group]) {
    let views = groups.compactMap(\.views.first)
    count = max(views.count, views.compactMap(\.metadata.details.trackCount).max() ?? 0)
    namesComposers = groups.contains { group in
      group.views.contains { !$0.metadata.details.composers.isEmpty }
    }
    let parts = views.count { view in
      view.title.findings.contains { if case .part = $0 { true } else { false } }
    }
    isOfParts = parts >= 4 && parts * 2 >= views.count
    let lengths = views.compactMap(\.metadata.duration).map { $0 / .seconds(1) }
    let mean = lengths.reduce(0, +) / Double(max(lengths.count, 1))
    let spread = lengths.reduce(0) { $0 + abs($1 - mean) } / Double(max(lengths.count, 1))
    isEven = lengths.count >= 10 && (120...360).contains(mean) && spread < mean * 0.12
  }
}
