import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Makes tracks of links of Deezer.
struct DeezerItems: Sendable {
  /// How many tracks of an artist are played.
  private static let tracksOfArtist = 25

  let client: DeezerClient

  /// The tracks of a track, an album, a playlist or an artist.
  ///
  /// - Throws: `CatalogError`, `PlayerError`.
  func tracks(of link: MusicLink) async throws -> [DeezerTrack] {
    let tracks: [Deezer.Track]
    switch link.kind {
    case .song: tracks = [try await client.track(link.id)]
    case .album: tracks = try await client.tracks(ofAlbum: link.id).all.collected()
    case .playlist: tracks = try await client.tracks(ofPlaylist: link.id).all.collected()
    case .artist:
      tracks = try await client.topTracks(ofArtist: link.id, limit: Self.tracksOfArtist).members
    default: throw PlayerError(.invalidItem, "A \(link.kind.rawValue) is not played.")
    }
    guard !tracks.isEmpty else { throw PlayerError(.invalidItem, "There is no track in it.") }
    return tracks.map { DeezerTrack($0) }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// All members.
  func collected() async throws -> [Element] {
    var members: [Element] = []
    for try await member in self { members.append(member) }
    return members
  }
}
