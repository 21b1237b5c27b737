import PlayerKitServices

extension Subsonic {
  /// An album.
  public struct Album: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The id of the folder.
    public var parent: String?
    /// The title, of servers that know folders; see ``name``.
    public var album: String?
    /// The title, of servers that know folders; see ``name``.
    public var title: String?
    /// The title.
    public var name: String?
    /// Whether it is a folder.
    public var isDir: Bool?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// How many songs it has.
    public var songCount: Int?
    /// When the server got it.
    public var created: String?
    /// The length in whole seconds.
    public var duration: Int?
    /// How often it was played.
    public var playCount: Int?
    /// When it was played last.
    public var played: String?
    /// The artist's id.
    public var artistId: String?
    /// The artist.
    public var artist: String?
    /// Each artist.
    public var artists: Members<Named>?
    /// The artists as they are to be shown.
    public var displayArtist: String?
    /// The year.
    public var year: Int?
    /// The genre; see ``genres``.
    public var genre: String?
    /// The genres.
    public var genres: Members<Named>?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// All users' rating.
    public var averageRating: Double?
    /// When the user starred it; `nil`: not starred.
    public var starred: String?
    /// The release at MusicBrainz.
    public var musicBrainzId: String?
    /// The songs, where the album itself was asked for.
    public var song: Members<Song>?
  }

  /// An artist.
  public struct Artist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// How many albums there are.
    public var albumCount: Int?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// A picture elsewhere.
    public var artistImageUrl: String?
    /// When the user starred the artist; `nil`: not starred.
    public var starred: String?
    /// The artist at MusicBrainz.
    public var musicBrainzId: String?
    /// The name as it is sorted by.
    public var sortName: String?
    /// `artist`, `albumartist`, `composer` …
    public var roles: Members<String>?
    /// The albums, where the artist was asked for.
    public var album: Members<Album>?
  }

  /// Artists whose names begin alike.
  public struct Index: Codable, Hashable, Sendable {
    /// The letter.
    public var name: String?
    /// The artists.
    public var artist: Members<Artist>?
  }

  /// All artists.
  public struct Artists: Codable, Hashable, Sendable {
    /// The words that don't count where names are sorted, divided by spaces.
    public var ignoredArticles: String?
    /// The artists by letters.
    public var index: Members<Index>?
    /// When they changed last, in milliseconds since 1970.
    public var lastModified: Int?

    /// All of them, in the server's order.
    public var all: [Artist] { index?.flatMap { $0.artist.map(Array.init) ?? [] } ?? [] }
  }

  /// A playlist.
  public struct Playlist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// A remark.
    public var comment: String?
    /// Whose it is.
    public var owner: String?
    /// Whether other users see it.
    public var `public`: Bool?
    /// When it was made.
    public var created: String?
    /// When it changed last.
    public var changed: String?
    /// How many songs it has.
    public var songCount: Int?
    /// The length in whole seconds.
    public var duration: Int?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// The users who may see it.
    public var allowedUser: Members<String>?
    /// The songs, where the playlist itself was asked for.
    public var entry: Members<Song>?
  }

  /// A genre.
  public struct Genre: Codable, Hashable, Sendable {
    /// The name.
    public var value: String?
    /// How many songs it has.
    public var songCount: Int?
    /// How many albums it has.
    public var albumCount: Int?
  }

  /// Artists, albums and songs: what a search finds, and what a user starred.
  public struct Findings: Codable, Hashable, Sendable {
    /// The artists.
    public var artist: Members<Artist>?
    /// The albums.
    public var album: Members<Album>?
    /// The songs.
    public var song: Members<Song>?
  }

  /// A list under a name.
  public struct Songs: Codable, Hashable, Sendable {
    /// The songs.
    public var song: Members<Song>?
  }

  /// A list of albums.
  public struct Albums: Codable, Hashable, Sendable {
    /// The albums.
    public var album: Members<Album>?
  }

  /// A list of playlists.
  public struct Playlists: Codable, Hashable, Sendable {
    /// The playlists.
    public var playlist: Members<Playlist>?
  }

  /// A list of genres.
  public struct Genres: Codable, Hashable, Sendable {
    /// The genres.
    public var genre: Members<Genre>?
  }

  /// The queue that a user left at the server.
  public struct PlayQueue: Codable, Hashable, Sendable {
    /// The songs.
    public var entry: Members<Song>?
    /// The id of the song that was played.
    public var current: String?
    /// Its place, from 0, of servers with the extension `indexBasedQueue`.
    public var currentIndex: Int?
    /// The position in it, in milliseconds.
    public var position: Int?
    /// Whose it is.
    public var username: String?
    /// When it was left.
    public var changed: String?
    /// By which client.
    public var changedBy: String?
  }

  /// The bookmarks of a user.
  public struct Bookmarks: Codable, Hashable, Sendable {
    /// All of them.
    public var bookmark: Members<Bookmark>?
  }

  /// Where a user left a song or an episode.
  public struct Bookmark: Codable, Hashable, Sendable {
    /// The song.
    public var entry: Song?
    /// The position in it, in milliseconds.
    public var position: Int?
    /// What the user noted.
    public var comment: String?
    /// Whose it is.
    public var username: String?
    /// When it was set.
    public var created: String?
    /// When it was changed.
    public var changed: String?
  }
}
