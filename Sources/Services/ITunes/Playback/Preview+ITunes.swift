import Foundation
import MusicCatalog
import ServiceKit

extension Preview {
  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) {
    guard let preview = song.previewURL.flatMap({ Self(at: $0) }) else { return nil }
    self = preview
  }
}
