extension CatalogEntry {
  /// How likely an entry of another catalog is the same song. `nil` if it is not. An equal id
  /// outweighs an equal code, which outweighs any similarity.
  package func likeness(to other: CatalogEntry) -> Double? {
    ComparedEntry(self).likeness(to: ComparedEntry(other))
  }
}

/// An entry that is prepared for several comparisons.
struct ComparedEntry: Sendable {
  let entry: CatalogEntry
  private let reading: RecordingReading?

  init(_ entry: CatalogEntry) {
    self.entry = entry
    reading = entry.recording.map { RecordingReading($0) }
  }

  /// See ``CatalogEntry/likeness(to:)``.
  func likeness(to other: ComparedEntry) -> Double? {
    let (mine, its) = (entry, other.entry)
    if let isExplicit = mine.isExplicit, let isOtherExplicit = its.isExplicit,
      isExplicit != isOtherExplicit
    {
      return nil
    }
    // Catalogs that share links share ids: the Apple Music API and the iTunes Store.
    if mine.link.service == its.link.service { return mine.link.id == its.link.id ? 3 : nil }
    guard let reading, let otherReading = other.reading, mayBeSame(as: its) else { return nil }
    let match = RecordingMatcher().compare(reading, otherReading)
    guard match.isAccepted else { return nil }
    return mine.isrc != nil && mine.isrc == its.isrc ? 2 : match.score
  }

  /// Whether a comparison can accept the other entry. Without an equal code, the lengths must agree.
  private func mayBeSame(as other: CatalogEntry) -> Bool {
    guard let length = entry.duration, let otherLength = other.duration, length > .zero,
      otherLength > .zero, entry.isrc == nil || other.isrc == nil,
      entry.musicBrainzID == nil || other.musicBrainzID == nil
    else { return true }
    return length - otherLength < .seconds(10) && otherLength - length < .seconds(10)
  }
}
