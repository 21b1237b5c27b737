import PlayerKitServices

extension Subsonic {
  /// An album.
  public struct Album: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The id of the folder.
    public var parent: String?
    /// The title from folder-based servers; see ``name``.
    public var album: String?
    /// The title from folder-based servers; see ``name``.
    public var title: String?
    /// The title.
    public var name: String?
    /// Whether it is a folder.
    public var isDir: Bool?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The number of songs.
    public var songCount: Int?
    /// The time when the server added it.
    public var created: String?
    /// The duration in whole seconds.
    public var duration: Int?
    /// The number of plays.
    public var playCount: Int?
    /// The time of the last play.
    public var played: String?
    /// The artist's id.
    public var artistId: String?
    /// The artist.
    public var artist: String?
    /// The artists.
    public var artists: Members<Named>?
    /// The artists, formatted for display.
    public var displayArtist: String?
    /// The year.
    public var year: Int?
    /// The genre; see ``genres``.
    public var genre: String?
    /// The genres.
    public var genres: Members<Named>?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// The average rating of all users.
    public var averageRating: Double?
    /// The time when the user starred it; `nil` if not starred.
    public var starred: String?
    /// The release's id at MusicBrainz.
    public var musicBrainzId: String?
    /// The songs, if the album itself was requested.
    public var song: Members<Song>?
  }

  /// An artist.
  public struct Artist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The number of albums.
    public var albumCount: Int?
    /// The user's rating, 1 to 5.
    public var userRating: Int?
    /// The address of a picture on another server.
    public var artistImageUrl: String?
    /// The time when the user starred the artist; `nil` if not starred.
    public var starred: String?
    /// The artist's id at MusicBrainz.
    public var musicBrainzId: String?
    /// The name for sorting.
    public var sortName: String?
    /// The roles, such as `artist`, `albumartist` or `composer`.
    public var roles: Members<String>?
    /// The albums, if the artist itself was requested.
    public var album: Members<Album>?
  }

  /// The artists whose names begin with the same letter.
  public struct Index: Codable, Hashable, Sendable {
    /// The letter.
    public var name: String?
    /// The artists.
    public var artist: Members<Artist>?
  }

  /// All artists.
  public struct Artists: Codable, Hashable, Sendable {
    /// The words to ignore when sorting names, separated by spaces.
    public var ignoredArticles: String?
    /// The artists by first letter.
    public var index: Members<Index>?
    /// The time of the last change, in milliseconds since 1970.
    public var lastModified: Int?

    /// All artists, in the server's order.
    public var all: [Artist] { index?.flatMap { $0.artist.map(Array.init) ?? [] } ?? [] }
  }

  /// A playlist.
  public struct Playlist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The comment.
    public var comment: String?
    /// The owner.
    public var owner: String?
    /// Whether other users can see it.
    public var `public`: Bool?
    /// The creation date.
    public var created: String?
    /// The date of the last change.
    public var changed: String?
    /// The number of songs.
    public var songCount: Int?
    /// The duration in whole seconds.
    public var duration: Int?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The users who may see it.
    public var allowedUser: Members<String>?
    /// The songs, if the playlist itself was requested.
    public var entry: Members<Song>?
  }

  /// A genre.
  public struct Genre: Codable, Hashable, Sendable {
    /// The name.
    public var value: String?
    /// The number of songs.
    public var songCount: Int?
    /// The number of albums.
    public var albumCount: Int?
  }

  /// Artists, albums and songs: the results of a search, or a user's starred items.
  public struct Findings: Codable, Hashable, Sendable {
    /// The artists.
    public var artist: Members<Artist>?
    /// The albums.
    public var album: Members<Album>?
    /// The songs.
    public var song: Members<Song>?
  }

  /// A list of songs.
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

  /// The queue that a user saved on the server.
  public struct PlayQueue: Codable, Hashable, Sendable {
    /// The songs.
    public var entry: Members<Song>?
    /// The id of the current song.
    public var current: String?
    /// The index of the current song, from 0, on servers with the extension `indexBasedQueue`.
    public var currentIndex: Int?
    /// The position in the current song, in milliseconds.
    public var position: Int?
    /// The owner.
    public var username: String?
    /// The time when it was saved.
    public var changed: String?
    /// The client that saved it.
    public var changedBy: String?
  }

  /// The bookmarks of a user.
  public struct Bookmarks: Codable, Hashable, Sendable {
    /// The bookmarks.
    public var bookmark: Members<Bookmark>?
  }

  /// A user's position in a song or an episode.
  public struct Bookmark: Codable, Hashable, Sendable {
    /// The song.
    public var entry: Song?
    /// The position in milliseconds.
    public var position: Int?
    /// The user's comment.
    public var comment: String?
    /// The owner.
    public var username: String?
    /// The creation date.
    public var created: String?
    /// The date of the last change.
    public var changed: String?
  }
}
