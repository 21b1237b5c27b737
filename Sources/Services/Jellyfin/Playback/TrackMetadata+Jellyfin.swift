import Foundation
import PlayerKit
import PlayerKitServices

extension TrackMetadata {
  /// Creates metadata from a server's data of a song.
  ///
  /// - Parameter song: The service's data.
  /// - Parameter server: The ``JellyfinServer/id`` for finding the cover; `nil` for no cover.
  public init(_ song: Jellyfin.Item, server: String?) {
    let named = song.artists ?? []
    let artists = named.isEmpty ? song.artistItems?.compactMap(\.name) ?? [] : named
    var details = TrackDetails()
    details.albumArtist = song.albumArtists?.compactMap(\.name).joinedNames ?? song.albumArtist
    details.artists = artists
    details.genres = song.genres ?? []
    details.date = song.year.flatMap { $0 > 0 ? String($0) : nil }
    // The meaning of `MusicBrainzTrack` depends on the server's version.
    let ids = MusicBrainzIDs(
      recording: song.providerIDs?["MusicBrainzRecording"],
      release: song.providerIDs?["MusicBrainzAlbum"],
      releaseGroup: song.providerIDs?["MusicBrainzReleaseGroup"]
    )
    if ids != MusicBrainzIDs() { details.musicBrainz = ids }
    details.artwork = Artwork(jellyfin: song, server: server)
    self.init(
      title: song.name,
      artist: artists.joinedNames ?? song.albumArtist,
      album: song.album,
      duration: song.duration,
      albumID: song.albumID,
      discNumber: song.discNumber,
      trackNumber: song.number,
      details: details
    )
  }
}

extension Artwork {
  /// Creates artwork from an item's own picture, or else its album's.
  init?(jellyfin item: Jellyfin.Item, server: String?) {
    guard let server else { return nil }
    let picture =
      item.imageTags?["Primary"].map { (item.id, $0) }
      ?? item.albumID.flatMap { id in item.albumImageTag.map { (id, $0) } }
    guard let (id, tag) = picture, [id, tag].allSatisfy(JellyfinClient.isID) else { return nil }
    self.init(Key(source: JellyfinService.artworkSource(of: server), id: "\(id):\(tag)"))
  }
}

extension [String] {
  /// The elements in one text; `nil` if there are none.
  var joinedNames: String? { isEmpty ? nil : joined(separator: ", ") }
}
