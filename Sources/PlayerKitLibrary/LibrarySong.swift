import PlayerKitServices

/// A song of a library.
public struct LibrarySong: Sendable, Hashable {
  /// The title.
  public var title: String
  /// The artists, as credited.
  public var artist: String
  /// The album.
  public var album: String?
  /// The length, in whole milliseconds.
  public var duration: Duration?
  /// The International Standard Recording Code: 12 capital letters and digits.
  public var isrc: String?
  /// MusicBrainz' id of the recording, in small letters.
  public var musicBrainzID: String?
  /// Apple Music's id of the song.
  public var appleMusicID: String?
  /// The path of the file, where it is one of a folder of one's own.
  public var path: String?

  /// Makes a song of what every source tells.
  public init(title: String, artist: String) {
    self.title = title
    self.artist = artist
  }

  /// As a matcher takes it.
  public var recording: Recording {
    Recording(
      title: title,
      artists: [artist],
      album: album,
      duration: duration,
      isrc: isrc,
      musicBrainzID: musicBrainzID
    )
  }
}
