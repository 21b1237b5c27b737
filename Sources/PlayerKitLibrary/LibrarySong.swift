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
  /// The International Standard Recording Code: 12 uppercase letters and digits.
  public var isrc: String?
  /// The MusicBrainz id of the recording, in lowercase.
  public var musicBrainzID: String?
  /// The Apple Music id of the song.
  public var appleMusicID: String?
  /// The path of the file, if the song comes from an added folder; the address of a file of a WebDAV
  /// server.
  public var path: String?

  /// Makes a song with the values that every source has.
  public init(title: String, artist: String) {
    self.title = title
    self.artist = artist
  }

  /// The song in the form that a matcher takes.
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
