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
    var taken: [Recording] = []
    // No recording twice, whatever the services call it.
    func isNew(_ recording: Recording?) -> Bool {
      guard let recording else { return false }
      let matcher = RecordingMatcher()
      guard !taken.contains(where: { matcher.compare($0, with: recording).isAccepted }) else {
        return false
      }
      taken.append(recording)
      return true
    }

    let songs = try await appleMusic.search(Self.term, for: [.songs], limit: 25).results.songs
    if let song = songs?.members.first(where: {
      AppleMusicTrack($0).knownPreview != nil && isNew($0.recording)
    }) {
      tracks.append(AppleMusicTrack(song))
    }
    // With a preview of its own or not: where it has none, it is found at another service.
    let found = try await spotify.search(.init(Self.term), for: [.track], limit: 10).tracks
    if let track = found?.members.first(where: { $0.id != nil && isNew($0.recording) }) {
      tracks += [SpotifyTrack(track)].compactMap(\.self)
    }
    let others = try await services.deezer.search(Deezer.Query(Self.term), limit: 25)
    if let track = others.members.first(where: { $0.previewURL != nil && isNew($0.recording) }) {
      tracks.append(DeezerTrack(track))
    }
    return tracks
  }
}
