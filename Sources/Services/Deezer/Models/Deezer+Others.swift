import PlayerKitServices

extension Deezer {
  /// A genre.
  public struct Genre: Codable, Hashable, Identifiable, Sendable {
    /// The id; 0 is all of them.
    @Identifier public var id: String
    /// The name, in the language of the country of who asks.
    public var name: String?
    /// The picture by an address that leads to it.
    public var picture: String?
    /// The picture, 56 pixels a side.
    public var pictureSmall: String?
    /// The picture, 250 pixels a side.
    public var pictureMedium: String?
    /// The picture, 500 pixels a side.
    public var pictureBig: String?
    /// The picture, 1000 pixels a side.
    public var pictureXL: String?
    /// `genre`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, name, picture, type, pictureSmall, pictureMedium, pictureBig, pictureXL
    }
  }

  /// Who made a playlist.
  public struct User: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The address of the user's tracks in the API.
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
    /// Whether anybody may see it.
    public var isPublic: Bool?
    /// Whether others may change it.
    public var isCollaborative: Bool?
    /// Whether it holds the tracks that a user loves.
    public var isLovedTracks: Bool?
    /// How many tracks it has.
    public var trackCount: Int?
    /// The length in whole seconds.
    public var seconds: Int?
    /// How many have it among their favorites.
    public var fans: Int?
    /// The page.
    public var link: String?
    /// The page, with parameters that say how somebody came.
    public var share: String?
    /// The picture by an address that leads to it.
    public var picture: String?
    /// The picture, 56 pixels a side.
    public var pictureSmall: String?
    /// The picture, 250 pixels a side.
    public var pictureMedium: String?
    /// The picture, 500 pixels a side.
    public var pictureBig: String?
    /// The picture, 1000 pixels a side.
    public var pictureXL: String?
    /// The picture's name at Deezer's server of pictures.
    public var md5Image: String?
    /// What kind of picture it is.
    public var pictureType: String?
    /// Changes with the tracks.
    public var checksum: String?
    /// The address of its tracks in the API.
    public var tracklist: String?
    /// When it was made, as it was sent.
    public var creationDate: String?
    /// Who made it; under this name in lists.
    public var user: User?
    /// Who made it; under this name in a playlist alone.
    public var creator: User?
    /// The tracks, the first ones at least.
    public var tracks: List<Track>?
    /// The place in a chart, from 1.
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

  /// A podcast, as charts list it.
  public struct Podcast: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The title.
    public var title: String?
    /// The description.
    public var description: String?
    /// Whether it can be played in the country of who asks.
    public var available: Bool?
    /// How many have it among their favorites.
    public var fans: Int?
    /// The page.
    public var link: String?
    /// The page, with parameters that say how somebody came.
    public var share: String?
    /// The picture by an address that leads to it.
    public var picture: String?
    /// The picture, 56 pixels a side.
    public var pictureSmall: String?
    /// The picture, 250 pixels a side.
    public var pictureMedium: String?
    /// The picture, 500 pixels a side.
    public var pictureBig: String?
    /// The picture, 1000 pixels a side.
    public var pictureXL: String?
    /// The place in a chart, from 1.
    public var position: Int?
    /// `podcast`.
    public var type: String?

    enum CodingKeys: String, SnakeCaseKey {
      case id, title, description, available, fans, link, share, picture, position, type
      case pictureSmall, pictureMedium, pictureBig, pictureXL
    }
  }

  /// What is played most, of one genre or of all.
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
