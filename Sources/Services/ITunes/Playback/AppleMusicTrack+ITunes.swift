import MusicCatalog
import PlayerKit
import ServiceKit

extension AppleMusicTrack {
  /// A track of a song of the iTunes Store, which tells no ISRC.
  ///
  /// - Parameter storefront: Whose song it is; `nil`: the one that the player is set to.
  public init(_ song: ITunes.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(
        title: song.name,
        artist: song.artistName,
        album: song.collectionName,
        duration: song.duration.flatMap(\.ifPlausible),
        albumID: song.collectionID,
        discNumber: song.discNumber,
        trackNumber: song.trackNumber
      ),
      preview: MediaAddress(of: song)
    )
  }
}

extension MediaAddress {
  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) { self.init(at: song.previewURL) }
}
