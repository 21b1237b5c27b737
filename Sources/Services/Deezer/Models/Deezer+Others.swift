import PlayerKitServices

extension Deezer {
  /// A genre.
  public struct Genre: Codable, Hashable, Identifiable, Sendable {
    /// The id; 0 stands for all genres.
    @Identifier public var id: String
    /// The name, in the language of the client's country.
    public var name: String?
    /// An API address that redirects to the picture.
    public var picture: String?
    /// The picture with 56 pixels a side.
    public var pictureSmall: String?
    /// The picture with 250 pixels a side.
    public var pictureMedium: String?
    /// The picture with 500 pixels a side.
    public var pictureBig: String?
    /// The picture with 1000 pixels a side.
    public var pictureXL: String?
    /// `genre`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, name, picture, type, pictureSmall, pictureMedium, pictureBig, pictureXL
    }
  }

  /// The creator of a playlist.
  public struct User: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The API address of the user's tracks.
    public var tracklist: String?
    /// `user`.
    public var type: String?
  }

  /// A playlist.
  public struct Playlist: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The title.
    public var title: String?
    /// The description.
    public var description: String?
    /// Whether it is public.
    public var isPublic: Bool?
    /// Whether others may change it.
    public var isCollaborative: Bool?
    /// Whether it contains a user's loved tracks.
    public var isLovedTracks: Bool?
    /// The number of tracks.
    public var trackCount: Int?
    /// The duration in whole seconds.
    public var seconds: Int?
    /// The number of users who have it among their favorites.
    public var fans: Int?
    /// The web page.
    public var link: String?
    /// The web page, with tracking parameters.
    public var share: String?
    /// An API address that redirects to the picture.
    public var picture: String?
    /// The picture with 56 pixels a side.
    public var pictureSmall: String?
    /// The picture with 250 pixels a side.
    public var pictureMedium: String?
    /// The picture with 500 pixels a side.
    public var pictureBig: String?
    /// The picture with 1000 pixels a side.
    public var pictureXL: String?
    /// The picture's name on Deezer's picture server.
    public var md5Image: String?
    /// The kind of picture.
    public var pictureType: String?
    /// A checksum that changes with the tracks.
    public var checksum: String?
    /// The API address of its tracks.
    public var tracklist: String?
    /// The creation date, as sent.
    public var creationDate: String?
    /// The creator, under the name used in lists.
    public var user: User?
    /// The creator, under the name used in a single playlist.
    public var creator: User?
    /// At least the first tracks.
    public var tracks: List<Track>?
    /// The position in a chart, from 1.
    public var position: Int?
    /// `playlist`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, title, description, fans, link, share, picture, checksum, tracklist, user, creator
      case tracks, position, type, pictureSmall, pictureMedium, pictureBig, pictureXL, md5Image
      case pictureType, creationDate
      case isPublic = "public"
      case isCollaborative = "collaborative"
      case isLovedTracks = "is_loved_track"
      case trackCount = "nb_tracks"
      case seconds = "duration"
    }
  }

  /// A podcast, as listed in charts.
  public struct Podcast: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The title.
    public var title: String?
    /// The description.
    public var description: String?
    /// Whether it can be played in the client's country.
    public var available: Bool?
    /// The number of users who have it among their favorites.
    public var fans: Int?
    /// The web page.
    public var link: String?
    /// The web page, with tracking parameters.
    public var share: String?
    /// An API address that redirects to the picture.
    public var picture: String?
    /// The picture with 56 pixels a side.
    public var pictureSmall: String?
    /// The picture with 250 pixels a side.
    public var pictureMedium: String?
    /// The picture with 500 pixels a side.
    public var pictureBig: String?
    /// The picture with 1000 pixels a side.
    public var pictureXL: String?
    /// The position in a chart, from 1.
    public var position: Int?
    /// `podcast`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, title, description, available, fans, link, share, picture, position, type
      case pictureSmall, pictureMedium, pictureBig, pictureXL
    }
  }

  /// The most played items of one genre or of all.
  public struct Chart: Codable, Hashable, Sendable {
    /// The tracks.
    public var tracks: List<Track>?
    /// The albums.
    public var albums: List<Album>?
    /// The artists.
    public var artists: List<Artist>?
    /// The playlists.
    public var playlists: List<Playlist>?
    /// The podcasts.
    public var podcasts: List<Podcast>?
  }
}
