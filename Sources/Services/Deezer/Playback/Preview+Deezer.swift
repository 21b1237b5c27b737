import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

extension Preview {
  /// The preview that a track of Deezer names, which expires.
  init?(of track: Deezer.Track) {
    guard let url = track.previewURL, var preview = Self(at: url) else { return nil }
    preview.expiration = track.previewExpiry
    self = preview
  }
}
