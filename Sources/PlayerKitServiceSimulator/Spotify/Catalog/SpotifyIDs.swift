/// Spotify's ids: 22 characters of base62, computed from indices in the invented catalog. A track
/// is a song of the store: one recording on one album.
struct SpotifyIDs: Sendable {
  let seed: UInt64

  var tracks: OpaqueID { OpaqueID(kind: 1, seed: seed) }
  var albums: OpaqueID { OpaqueID(kind: 2, seed: seed) }
  var artists: OpaqueID { OpaqueID(kind: 3, seed: seed) }
  var playlists: OpaqueID { OpaqueID(kind: 4, seed: seed) }
  var shows: OpaqueID { OpaqueID(kind: 22, seed: seed) }
  var episodes: OpaqueID { OpaqueID(kind: 21, seed: seed) }
  var previews: OpaqueID { .spotifyPreview(seed: seed) }

  /// The index for an id.
  func index(_ id: String, _ space: OpaqueID, of indices: Range<Int>) throws -> Int {
    guard OpaqueID.isBase62(id) else { throw SpotifyFailure.badID }
    guard let index = space.index(base62: id), indices.contains(index) else {
      throw SpotifyFailure.notFound
    }
    return index
  }
}
