import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

extension Preview {
  /// The preview that a track of Spotify names: of most it names none.
  init?(of track: Spotify.Track) {
    guard let url = track.previewURL.flatMap(URL.init(string:)), let preview = Self(at: url) else {
      return nil
    }
    self = preview
  }
}
