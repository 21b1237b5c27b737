import Foundation
import MusicCatalog

extension Preview {
  /// The preview that a song of the Apple Music API names; `nil` where it names none.
  init?(of song: AppleMusic.Song) {
    guard let preview = song.previews?.lazy.compactMap(\.address).compactMap({ Self(at: $0) }).first
    else { return nil }
    self = preview
  }

  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) {
    guard let preview = song.previewURL.flatMap({ Self(at: $0) }) else { return nil }
    self = preview
  }

  /// The preview that a track of Spotify names: of most it names none.
  init?(of track: Spotify.Track) {
    guard let url = track.previewURL.flatMap(URL.init(string:)), let preview = Self(at: url) else {
      return nil
    }
    self = preview
  }

  /// The preview that a track of Deezer names, which expires.
  init?(of track: Deezer.Track) {
    guard let url = track.previewURL, var preview = Self(at: url) else { return nil }
    preview.expiration = track.previewExpiry
    self = preview
  }

  /// A service's word alone leads to no other place than a server.
  private init?(at url: URL) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      return nil
    }
    self.init(url: url)
  }
}
