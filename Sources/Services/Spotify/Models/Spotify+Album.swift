import PlayerKitServices

extension Spotify {
  /// An album, in full or as in tracks and searches.
  public struct Album: Codable, Hashable, Sendable {
    /// The id of the album.
    public var id: String?
    /// The URI, such as `spotify:album:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The artists, the main one first.
    public var artists: LossyArray<Artist>?
    /// The type of album: album, single, compilation.
    public var albumType: AlbumType?
    /// The relation to the artist whose albums were requested.
    public var albumGroup: AlbumType?
    /// The number of its tracks.
    public var totalTracks: Int?
    /// The first page of its tracks. Only in full albums.
    public var tracks: Page<Track>?
    /// The cover pictures, the largest first. May be empty.
    public var images: LossyArray<Image>?
    /// `2021-03-05`, `2021-03` or `2021`. May be `0000`.
    public var releaseDate: String?
    /// The precision of the release date: `day`, `month`, `year`.
    public var releaseDatePrecision: String?
    /// Whether it is playable in the requested market.
    public var isPlayable: Bool?
    /// The reason why it is not playable.
    public var restrictions: Restrictions?
    /// The countries in which it is playable. See ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// External ids of the album.
    public var externalIDs: ExternalIDs?
    /// The copyrights.
    public var copyrights: LossyArray<Copyright>?
    /// Always empty so far.
    public var genres: [String]?
    /// The record label. Not for apps in development mode.
    public var label: String?
    /// The popularity, 0 to 100.
    public var popularity: Int?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, artists, tracks, images, restrictions, copyrights, genres, label
      case popularity, type, href, albumType, albumGroup, totalTracks, releaseDate
      case releaseDatePrecision, isPlayable, availableMarkets, externalIDs, externalURLs
    }
  }

  /// A type of album.
  public struct AlbumType: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An album.
    public static let album = Self(rawValue: "album")
    /// A single or EP.
    public static let single = Self(rawValue: "single")
    /// A compilation of several artists, or of one artist's older songs.
    public static let compilation = Self(rawValue: "compilation")
    /// Another artist's album on which the artist appears. Only as a group.
    public static let appearsOn = Self(rawValue: "appears_on")
  }

  /// A copyright.
  public struct Copyright: Codable, Hashable, Sendable {
    /// The copyright text.
    public var text: String?
    /// `C` for the copyright, `P` for the sound recording copyright.
    public var type: String?
  }

  /// Ids of an item outside the service.
  public struct ExternalIDs: Codable, Hashable, Sendable {
    /// The code of a recording.
    public var isrc: String?
    /// The code of a release.
    public var upc: String?
    /// The code of a release, in the European form.
    public var ean: String?
  }

  /// A picture.
  public struct Image: Codable, Hashable, Sendable {
    /// The URL.
    public var url: String?
    /// The height in pixels. Often unknown.
    public var height: Int?
    /// The width in pixels. Often unknown.
    public var width: Int?
  }

  /// An artist, in full or with its name only.
  public struct Artist: Codable, Hashable, Sendable {
    /// The id of the artist.
    public var id: String?
    /// The URI, such as `spotify:artist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The pictures, the largest first. May be empty.
    public var images: LossyArray<Image>?
    /// The genres assigned by the service. May be missing.
    public var genres: [String]?
    /// The followers.
    public var followers: Followers?
    /// The popularity, 0 to 100.
    public var popularity: Int?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, images, genres, followers, popularity, type, href, externalURLs
    }
  }
}
