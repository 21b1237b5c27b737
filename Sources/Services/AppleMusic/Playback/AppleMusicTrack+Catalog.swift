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
      preview: MediaAddress(of: song)
    )
  }
}

extension MediaAddress {
  /// The preview that a song of the Apple Music API names; `nil` where it names none.
  init?(of song: AppleMusic.Song) {
    let addresses = song.previews?.lazy.compactMap(\.address).compactMap { Self(at: $0) }
    guard let address = addresses?.first else { return nil }
    self = address
  }
}
