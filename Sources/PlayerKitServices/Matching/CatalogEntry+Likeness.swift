extension CatalogEntry {
  /// How likely an entry of another catalog is the same song. `nil` if it is not. An equal id
  /// outweighs an equal code, which outweighs any similarity.
  package func likeness(to other: CatalogEntry) -> Double? {
    if let isExplicit, let isOtherExplicit = other.isExplicit, isExplicit != isOtherExplicit {
      return nil
    }
    // Catalogs that share links share ids: the Apple Music API and the iTunes Store.
    if link.service == other.link.service { return link.id == other.link.id ? 3 : nil }
    guard let recording, let otherRecording = other.recording else { return nil }
    let match = RecordingMatcher().compare(recording, with: otherRecording)
    guard match.isAccepted else { return nil }
    return isrc != nil && isrc == other.isrc ? 2 : match.score
  }
}
