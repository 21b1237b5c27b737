import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Finds the demo's songs in the catalog, as an app would.
struct DemoSearch {
  /// How many songs it takes.
  static let count = 2
  private static let term = "lighthouse"

  let services: Services

  /// The first songs of a search that have a preview.
  ///
  /// - Throws: `CatalogError`.
  func tracks() async throws -> [AppleMusicTrack] {
    guard let client = services.appleMusic else { return [] }
    let found = try await client.search(Self.term, for: [.songs], limit: 25)
    return (found.results.songs.map(Array.init) ?? [])
      .filter { song in song.previews?.contains { $0.url != nil } == true }
      .prefix(Self.count)
      .map { AppleMusicTrack($0) }
  }
}
