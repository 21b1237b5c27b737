import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

extension AppleMusicTrack {
  /// A track of a song of the Apple Music API.
  ///
  /// - Parameter storefront: Whose song it is; `nil`: the one that the player is set to.
  public init(_ song: AppleMusic.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      isrc: song.isrc,
      metadata: TrackMetadata(
        title: song.name,
        artist: song.artistName,
        album: song.albumName,
        duration: song.duration.flatMap(\.ifPlausible),
        albumID: song.albums?.first?.id,
        discNumber: song.discNumber,
        trackNumber: song.trackNumber
      ),
      preview: Preview(of: song)
    )
  }
}
