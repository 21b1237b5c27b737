import PlayerKitServices

extension Subsonic {
  /// The wrapper of every answer.
  public struct Document: Codable, Hashable, Sendable {
    /// The answer.
    public var answer: Answer

    enum CodingKeys: String, CodingKey {
      case answer = "subsonic-response"
    }
  }

  /// An error, as sent by the server.
  public struct Failure: Codable, Hashable, Sendable {
    /// The code.
    public var code: Int?
    /// The message.
    public var message: String?
    /// A page with more information.
    public var helpUrl: String?
  }

  /// An answer: data about the server, and the requested data.
  public struct Answer: Codable, Hashable, Sendable {
    /// `ok` or `failed`.
    public var status: String?
    /// The server's version of the API.
    public var version: String?
    /// The name of the server software.
    public var type: String?
    /// The version of the server software.
    public var serverVersion: String?
    /// Whether it is an OpenSubsonic server.
    public var openSubsonic: Bool?
    /// The error.
    public var error: Failure?

    /// The result of `getOpenSubsonicExtensions`.
    public var extensions: Members<Extension>?
    /// The result of `getUser`.
    public var user: User?
    /// The result of `getArtists`.
    public var artists: Artists?
    /// The result of `getArtist`.
    public var artist: Artist?
    /// The result of `getAlbum`.
    public var album: Album?
    /// The result of `getSong`.
    public var song: Song?
    /// The result of `getAlbumList2`.
    public var albumList2: Albums?
    /// The result of `getGenres`.
    public var genres: Genres?
    /// The result of `getSongsByGenre`.
    public var songsByGenre: Songs?
    /// The result of `getRandomSongs`.
    public var randomSongs: Songs?
    /// The result of `getSimilarSongs2`.
    public var similarSongs2: Songs?
    /// The result of `getTopSongs`.
    public var topSongs: Songs?
    /// The result of `search3`.
    public var searchResult3: Findings?
    /// The result of `getStarred2`.
    public var starred2: Findings?
    /// The result of `getPlaylists`.
    public var playlists: Playlists?
    /// The result of `getPlaylist` and `createPlaylist`.
    public var playlist: Playlist?
    /// The result of `getLyrics`.
    public var lyrics: PlainLyrics?
    /// The result of `getLyricsBySongId`.
    public var lyricsList: LyricsList?
    /// The result of `getInternetRadioStations`.
    public var internetRadioStations: Stations?
    /// The result of `getPodcasts`.
    public var podcasts: Podcasts?
    /// The result of `getPlayQueue`.
    public var playQueue: PlayQueue?
    /// The result of `getPlayQueueByIndex`.
    public var playQueueByIndex: PlayQueue?
    /// The result of `getBookmarks`.
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
