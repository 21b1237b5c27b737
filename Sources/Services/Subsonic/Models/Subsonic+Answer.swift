import PlayerKitServices

extension Subsonic {
  /// What every answer is wrapped in.
  public struct Document: Codable, Hashable, Sendable {
    /// The answer.
    public var answer: Answer

    enum CodingKeys: String, CodingKey {
      case answer = "subsonic-response"
    }
  }

  /// An error as the server words it.
  public struct Failure: Codable, Hashable, Sendable {
    /// Its number.
    public var code: Int?
    /// In words.
    public var message: String?
    /// A page that says more.
    public var helpUrl: String?
  }

  /// An answer: what is said of the server, and what was asked for.
  public struct Answer: Codable, Hashable, Sendable {
    /// `ok` or `failed`.
    public var status: String?
    /// The version of the interface that the server speaks.
    public var version: String?
    /// The server's program.
    public var type: String?
    /// The program's version.
    public var serverVersion: String?
    /// Whether it is an OpenSubsonic server.
    public var openSubsonic: Bool?
    /// What went wrong.
    public var error: Failure?

    /// Of `getOpenSubsonicExtensions`.
    public var extensions: Members<Extension>?
    /// Of `getUser`.
    public var user: User?
    /// Of `getArtists`.
    public var artists: Artists?
    /// Of `getArtist`.
    public var artist: Artist?
    /// Of `getAlbum`.
    public var album: Album?
    /// Of `getSong`.
    public var song: Song?
    /// Of `getAlbumList2`.
    public var albumList2: Albums?
    /// Of `getGenres`.
    public var genres: Genres?
    /// Of `getSongsByGenre`.
    public var songsByGenre: Songs?
    /// Of `getRandomSongs`.
    public var randomSongs: Songs?
    /// Of `getSimilarSongs2`.
    public var similarSongs2: Songs?
    /// Of `getTopSongs`.
    public var topSongs: Songs?
    /// Of `search3`.
    public var searchResult3: Findings?
    /// Of `getStarred2`.
    public var starred2: Findings?
    /// Of `getPlaylists`.
    public var playlists: Playlists?
    /// Of `getPlaylist` and `createPlaylist`.
    public var playlist: Playlist?
    /// Of `getLyrics`.
    public var lyrics: PlainLyrics?
    /// Of `getLyricsBySongId`.
    public var lyricsList: LyricsList?
    /// Of `getInternetRadioStations`.
    public var internetRadioStations: Stations?
    /// Of `getPodcasts`.
    public var podcasts: Podcasts?
    /// Of `getPlayQueue`.
    public var playQueue: PlayQueue?
    /// Of `getPlayQueueByIndex`.
    public var playQueueByIndex: PlayQueue?
    /// Of `getBookmarks`.
    public var bookmarks: Bookmarks?

    enum CodingKeys: String, CodingKey {
      case status, version, type, serverVersion, openSubsonic, error, user, artists, artist, album
      case song, albumList2, genres, songsByGenre, randomSongs, similarSongs2, topSongs
      case searchResult3, starred2, playlists, playlist, lyrics, lyricsList, internetRadioStations
      case podcasts, playQueue, playQueueByIndex, bookmarks
      case extensions = "openSubsonicExtensions"
    }
  }
}
