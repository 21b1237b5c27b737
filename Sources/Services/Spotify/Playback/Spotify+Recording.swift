import MusicCatalog
import PlayerKit
import ServiceKit

extension Spotify.Track {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artists are missing.
  public var recording: Recording? {
    let artists = (artists?.members ?? []).compactMap(\.name)
    guard let name, !artists.isEmpty else { return nil }
    return Recording(
      title: name,
      artists: artists,
      album: album?.name,
      duration: durationMilliseconds.map { .milliseconds($0) },
      isrc: externalIDs?.isrc,
      isExplicit: isExplicit
    )
  }
}
