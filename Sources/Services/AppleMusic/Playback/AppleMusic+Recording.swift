import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

extension AppleMusic.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist was not fetched.
  public var recording: Recording? {
    guard let attributes, let name = attributes.name, let artist = attributes.artistName else {
      return nil
    }
    return Recording(
      title: name,
      artists: [artist],
      album: attributes.albumName,
      duration: attributes.duration,
      isrc: attributes.isrc,
      isExplicit: attributes.contentRating == .explicit
    )
  }
}
