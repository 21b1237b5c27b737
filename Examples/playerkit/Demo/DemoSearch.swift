import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Finds the demo's songs in the catalogs, as an app would.
struct DemoSearch {
  /// How many songs it takes: one of each service.
  static let count = 3
  private static let term = "lighthouse"

  let services: Services

  /// The first songs of a search in each service that have a preview, no recording twice.
  ///
  /// - Throws: `CatalogError`.
  func tracks() async throws -> [any Track] {
    guard let appleMusic = services.appleMusic, let spotify = services.spotify else { return [] }
    var tracks: [any Track] = []
    var codes: Set<String> = []
    func isNew(_ code: String?) -> Bool { code.map { codes.insert($0).inserted } ?? true }

    let songs = try await appleMusic.search(Self.term, for: [.songs], limit: 25).results.songs
    if let song = songs?.lazy.map({ AppleMusicTrack($0) }).first(where: {
      $0.knownPreview != nil && isNew($0.isrc)
    }) {
      tracks.append(song)
    }
    // With a preview of its own or not: where it has none, it is found at another service.
    let found = try await spotify.search(.init(Self.term), for: [.track], limit: 10).tracks
    if let track = found?.members.lazy.compactMap({ SpotifyTrack($0) }).first(where: {
      isNew($0.recording?.isrc)
    }) {
      tracks.append(track)
    }
    let others = try await services.deezer.search(Deezer.Query(Self.term), limit: 25)
    if let track = others.members.first(where: { $0.previewURL != nil && isNew($0.isrc) }) {
      tracks.append(DeezerTrack(track))
    }
    return tracks
  }
}
