import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Makes tracks of links of Spotify.
struct SpotifyItems: Sendable {
  let client: SpotifyClient?

  /// The tracks of a track, an album, a playlist or an artist.
  ///
  /// - Throws: `CatalogError`, `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [SpotifyTrack] {
    guard let client else {
      throw CatalogError(
        .missingCredential,
        "SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET are not set.",
        service: .spotify
      )
    }
    let tracks: [Spotify.Track]
    switch link.kind {
    case .song: tracks = [try await client.track(link.id)]
    case .album: tracks = try await client.albumTracks(link.id, limit: 50).all.collected()
    case .artist: tracks = try await client.topTracks(ofArtist: link.id).members
    case .playlist:
      tracks = try await client.playlistItems(link.id).all.collected().compactMap {
        $0.content?.track
      }
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    let playable = tracks.compactMap { SpotifyTrack($0) }
    guard !playable.isEmpty else { throw PlayerError(.invalidItem, "There is no track in it.") }
    return playable
  }
}
