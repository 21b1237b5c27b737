import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

extension Preview {
  /// The preview that a song of the Apple Music API names; `nil` where it names none.
  init?(of song: AppleMusic.Song) {
    guard let preview = song.previews?.lazy.compactMap(\.address).compactMap({ Self(at: $0) }).first
    else { return nil }
    self = preview
  }
}
