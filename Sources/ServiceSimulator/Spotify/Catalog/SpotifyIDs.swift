/// Spotify's ids: 22 characters of base62, made from the places of things in the invented catalog. A
/// track is a song of the store: one recording on one album.
struct SpotifyIDs: Sendable {
  let tracks: OpaqueID
  let albums: OpaqueID
  let artists: OpaqueID
  let playlists: OpaqueID
  let shows: OpaqueID
  let episodes: OpaqueID
  let previews: OpaqueID

  init(seed: UInt64) {
    tracks = OpaqueID(kind: 1, seed: seed)
    albums = OpaqueID(kind: 2, seed: seed)
    artists = OpaqueID(kind: 3, seed: seed)
    playlists = OpaqueID(kind: 4, seed: seed)
    shows = OpaqueID(kind: 22, seed: seed)
    episodes = OpaqueID(kind: 21, seed: seed)
    previews = .spotifyPreview(seed: seed)
  }

  /// The index behind an id.
  func index(_ id: String, _ space: OpaqueID, of indices: Range<Int>) throws -> Int {
    guard OpaqueID.isBase62(id) else { throw SpotifyFailure.badID }
    guard let index = space.index(base62: id), indices.contains(index) else {
      throw SpotifyFailure.notFound
    }
    return index
  }
}
