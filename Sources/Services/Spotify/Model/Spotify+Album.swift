import PlayerKitServices

extension Spotify {
  /// An album, whole or as tracks and searches show it.
  public struct Album: Codable, Hashable, Sendable {
    /// The identity of the album.
    public var id: String?
    /// The identity as an address, such as `spotify:album:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// Whose it is, the first one foremost.
    public var artists: LossyArray<Artist>?
    /// What it is called: album, single, compilation.
    public var albumType: AlbumType?
    /// How it belongs to the artist whose albums were asked for.
    public var albumGroup: AlbumType?
    /// The number of its tracks.
    public var totalTracks: Int?
    /// Its tracks, the first page; of whole albums.
    public var tracks: Page<Track>?
    /// Its cover, the largest first; may be empty.
    public var images: LossyArray<Image>?
    /// `2021-03-05`, `2021-03` or `2021`; `0000` exists.
    public var releaseDate: String?
    /// How much of it is known: `day`, `month`, `year`.
    public var releaseDatePrecision: String?
    /// Whether it plays in the market asked.
    public var isPlayable: Bool?
    /// Why it does not play.
    public var restrictions: Restrictions?
    /// The countries where it plays; as of ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// Codes beyond the service.
    public var externalIDs: ExternalIDs?
    /// Whose it is.
    public var copyrights: LossyArray<Copyright>?
    /// Always empty so far.
    public var genres: [String]?
    /// The record label; not for apps in development mode.
    public var label: String?
    /// 0 … 100.
    public var popularity: Int?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, artists, tracks, images, restrictions, copyrights, genres, label
      case popularity, type, href, albumType, albumGroup, totalTracks, releaseDate
      case releaseDatePrecision, isPlayable, availableMarkets, externalIDs, externalURLs
    }
  }

  /// What an album is called.
  public struct AlbumType: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// An album.
    public static let album = Self(rawValue: "album")
    /// A single or EP.
    public static let single = Self(rawValue: "single")
    /// Many artists, or one's old songs anew.
    public static let compilation = Self(rawValue: "compilation")
    /// Somebody else's album on which the artist appears; of groups only.
    public static let appearsOn = Self(rawValue: "appears_on")
  }

  /// Whose something is.
  public struct Copyright: Codable, Hashable, Sendable {
    /// As it is printed.
    public var text: String?
    /// `C`: the copyright; `P`: that of the recording.
    public var type: String?
  }

  /// Codes that stand for the same thing at other services.
  public struct ExternalIDs: Codable, Hashable, Sendable {
    /// Of a recording.
    public var isrc: String?
    /// Of a release.
    public var upc: String?
    /// Of a release, in the European form.
    public var ean: String?
  }

  /// A picture.
  public struct Image: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String?
    /// In pixels; often unknown.
    public var height: Int?
    /// In pixels; often unknown.
    public var width: Int?
  }

  /// An artist, whole or by name only.
  public struct Artist: Codable, Hashable, Sendable {
    /// The identity of the artist.
    public var id: String?
    /// The identity as an address, such as `spotify:artist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// Pictures, the largest first; may be empty.
    public var images: LossyArray<Image>?
    /// What the service thinks of the music; may be missing.
    public var genres: [String]?
    /// How many follow.
    public var followers: Followers?
    /// 0 … 100.
    public var popularity: Int?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, images, genres, followers, popularity, type, href, externalURLs
    }
  }
}
