import MusicCatalog
import PlayerKit
import ServiceKit

extension ITunes.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist is missing. The store tells no ISRC.
  public var recording: Recording? {
    guard let name, let artistName else { return nil }
    return Recording(
      title: name,
      artists: [artistName],
      album: collectionName,
      duration: duration,
      isExplicit: explicitness.map { $0 == .explicit }
    )
  }
}
