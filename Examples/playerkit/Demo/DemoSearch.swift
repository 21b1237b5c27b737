import PlayerKitServices
import PlayerKit

/// Finds the demo's songs in the catalogs, as an app would.
struct DemoSearch {
  /// The services of which it takes a song each.
  private static let services = ["apple", "spotify", "deezer"]
  /// How many songs it takes.
  static let count = services.count
  private static let term = "lighthouse"

  let services: MusicServices

  /// The first songs of a search in each service that have a preview, no recording twice. Where it is not known
  /// whether a song has one, it may be found at another service.
  ///
  /// - Throws: `CatalogError`, `PlayerError`.
  func tracks() async throws -> [any Track] {
    var tracks: [any Track] = []
    var taken: [Recording] = []
    for service in services.all where Self.services.contains(type(of: service).name) {
      let found = try await service.catalog.search(Self.term, for: .song, limit: 25)
      let entry = found.entries.first { entry in
        guard entry.hasPreview != false, let recording = entry.recording else { return false }
        let matcher = RecordingMatcher()
        return !taken.contains { matcher.compare($0, with: recording).isAccepted }
      }
      guard let entry, let recording = entry.recording else { continue }
      taken.append(recording)
      tracks += try await service.tracks(of: entry.link)
    }
    return tracks
  }
}
