import PlayerKit
import PlayerKitServices

/// Finds the demo's songs in the catalogs, as an app would.
struct DemoSearch {
  /// The services that provide one song each.
  private static let services = ["apple", "spotify", "deezer"]
  /// The number of songs.
  static let count = services.count
  private static let term = "lighthouse"

  let services: MusicServices

  /// The first song with a preview from a search in each service, without duplicate recordings. If
  /// it is unknown whether a song has a preview, another service may provide it.
  ///
  /// - Throws: `CatalogError`, `PlayerError`.
  func tracks() async throws -> [any Track] {
    var tracks: [any Track] = []
    var taken: [Recording] = []
    for service in services.searchable where Self.services.contains(type(of: service).name) {
      let found = try await service.catalog.search(Self.term, for: .song, limit: 25)
      let entry = found.entries.first { entry in
        guard entry.hasPreview != false, let recording = entry.recording else { return false }
        let matcher = RecordingMatcher()
        return !taken.contains { matcher.compare($0, with: recording).isAccepted }
      }
      guard let entry, let recording = entry.recording else { continue }
      taken.append(recording)
      tracks += try await services.tracks(of: entry.link)
    }
    return tracks
  }
}
