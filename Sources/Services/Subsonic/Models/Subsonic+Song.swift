import PlayerKitServices

extension Subsonic {
  /// A song.
  public struct Song: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The id of the folder.
    public var parent: String?
    /// Whether it is a folder.
    public var isDir: Bool?
    /// The title.
    public var title: String?
    /// The album's title.
    public var album: String?
    /// The artist; see ``displayArtist``.
    public var artist: String?
    /// The track number on its disc.
    public var track: Int?
    /// The year.
    public var year: Int?
    /// The genre; see ``genres``.
    public var genre: String?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The size in bytes.
    public var size: Int?
    /// The media type of the file, such as `audio/flac`.
    public var contentType: String?
    /// The file extension, such as `flac`.
    public var suffix: String?
    /// The media type after the server's default transcoding.
    public var transcodedContentType: String?
    /// The file extension after the server's default transcoding.
    public var transcodedSuffix: String?
    /// The duration in whole seconds.
    public var duration: Int?
    /// The bit rate in kbit/s.
    public var bitRate: Int?
    /// The bits per sample.
    public var bitDepth: Int?
    /// The sample rate in Hz.
    public var samplingRate: Int?
    /// The number of channels.
    public var channelCount: Int?
    /// The path on the server, possibly made up.
    public var path: String?
    /// Whether it is a video.
    public var isVideo: Bool?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// The average rating of all users.
    public var averageRating: Double?
    /// The number of plays.
    public var playCount: Int?
    /// The time of the last play.
    public var played: String?
    /// The disc number.
    public var discNumber: Int?
    /// The time when the server added it.
    public var created: String?
    /// The time when the user starred it; `nil` if not starred.
    public var starred: String?
    /// The album's id.
    public var albumId: String?
    /// The artist's id.
    public var artistId: String?
    /// `music`, `podcast`, `audiobook` or `video`.
    public var type: String?
    /// `song`.
    public var mediaType: String?
    /// The position of the user's bookmark in milliseconds.
    public var bookmarkPosition: Int?
    /// The beats per minute.
    public var bpm: Int?
    /// The comment in the tags.
    public var comment: String?
    /// The title for sorting.
    public var sortName: String?
    /// The recording's id at MusicBrainz.
    public var musicBrainzId: String?
    /// The ISRCs.
    public var isrc: Members<String>?
    /// The genres.
    public var genres: Members<Named>?
    /// The artists.
    public var artists: Members<Named>?
    /// The artists, formatted for display.
    public var displayArtist: String?
    /// The album's artists.
    public var albumArtists: Members<Named>?
    /// The album's artists, formatted for display.
    public var displayAlbumArtist: String?
    /// Further contributors.
    public var contributors: Members<Contributor>?
    /// The composers, formatted for display.
    public var displayComposer: String?
    /// The moods.
    public var moods: Members<String>?
    /// The loudness.
    public var replayGain: ReplayGain?
    /// `explicit`, `clean` or empty.
    public var explicitStatus: String?
  }
}
