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
    /// The number on its disc.
    public var track: Int?
    /// The year.
    public var year: Int?
    /// The genre; see ``genres``.
    public var genre: String?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// The size in bytes.
    public var size: Int?
    /// The type of the file, such as `audio/flac`.
    public var contentType: String?
    /// The file name's ending, such as `flac`.
    public var suffix: String?
    /// The type of what the server would transcode it to by its own settings.
    public var transcodedContentType: String?
    /// The ending of the same.
    public var transcodedSuffix: String?
    /// The length in whole seconds.
    public var duration: Int?
    /// In kbit/s.
    public var bitRate: Int?
    /// Bits of a sample.
    public var bitDepth: Int?
    /// Samples a second.
    public var samplingRate: Int?
    /// How many channels.
    public var channelCount: Int?
    /// Where the server has it, or a name that it made up.
    public var path: String?
    /// Whether it is a video.
    public var isVideo: Bool?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// All users' rating.
    public var averageRating: Double?
    /// How often it was played.
    public var playCount: Int?
    /// When it was played last.
    public var played: String?
    /// The number of the disc.
    public var discNumber: Int?
    /// When the server got it.
    public var created: String?
    /// When the user starred it; `nil`: not starred.
    public var starred: String?
    /// The album's id.
    public var albumId: String?
    /// The artist's id.
    public var artistId: String?
    /// `music`, `podcast`, `audiobook`, `video`.
    public var type: String?
    /// `song`.
    public var mediaType: String?
    /// Where the user left off, in milliseconds.
    public var bookmarkPosition: Int?
    /// Beats a minute.
    public var bpm: Int?
    /// A remark in the tags.
    public var comment: String?
    /// The title as it is sorted by.
    public var sortName: String?
    /// The recording at MusicBrainz.
    public var musicBrainzId: String?
    /// The recording's international codes.
    public var isrc: Members<String>?
    /// The genres.
    public var genres: Members<Named>?
    /// Each artist.
    public var artists: Members<Named>?
    /// The artists as they are to be shown.
    public var displayArtist: String?
    /// Each artist of the album.
    public var albumArtists: Members<Named>?
    /// The album's artists as they are to be shown.
    public var displayAlbumArtist: String?
    /// Who else took part.
    public var contributors: Members<Contributor>?
    /// The composers as they are to be shown.
    public var displayComposer: String?
    /// Moods.
    public var moods: Members<String>?
    /// How loud it is.
    public var replayGain: ReplayGain?
    /// `explicit`, `clean` or empty.
    public var explicitStatus: String?
  }
}
