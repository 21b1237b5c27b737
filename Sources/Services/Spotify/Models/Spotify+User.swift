import PlayerKitServices

extension Spotify {
  /// A user.
  public struct User: Codable, Hashable, Sendable {
    /// The id.
    public var id: String?
    /// The URI.
    public var uri: String?
    /// The display name.
    public var displayName: String?
    /// The account id. Only in the user's own profile, since May 2026.
    public var accountID: String?
    /// The pictures.
    public var images: LossyArray<Image>?
    /// The followers.
    public var followers: Followers?
    /// The account's country. Needs `user-read-private`. Not in development mode.
    public var country: String?
    /// The e-mail address. Needs `user-read-email`. Not in development mode.
    public var email: String?
    /// `premium`, `free` or `open`, under the same conditions as ``country``. If it is absent, only
    /// refusals by the player show whether the user has Premium.
    public var product: String?
    /// The settings for explicit content.
    public var explicitContent: ExplicitContent?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, images, followers, country, email, product, type, href, displayName, accountID
      case explicitContent, externalURLs
    }
  }

  /// A user's settings for explicit content.
  public struct ExplicitContent: Codable, Hashable, Sendable {
    /// Whether explicit content is filtered.
    public var isFilterEnabled: Bool?
    /// Whether the user cannot change the filter.
    public var isFilterLocked: Bool?

    private enum CodingKeys: String, CodingKey {
      case isFilterEnabled = "filter_enabled"
      case isFilterLocked = "filter_locked"
    }
  }

  /// The followers of a user, artist or playlist.
  public struct Followers: Codable, Hashable, Sendable {
    /// Always `nil` so far.
    public var href: String?
    /// The number.
    public var total: Int?
  }

  /// A track of the user's library.
  public typealias SavedTrack = Saved<Track>
  /// An album of the user's library.
  public typealias SavedAlbum = Saved<Album>

  /// An item that can be saved, with its name in a library's list.
  public protocol Savable: Codable, Hashable, Sendable {
    /// `track`, `album` …
    static var savedName: String { get }
  }

  /// An item of the user's library.
  public struct Saved<Item: Savable>: Codable, Hashable, Sendable {
    /// The time of saving, in RFC 3339 form.
    public var addedAt: String?
    /// The item.
    public var item: Item?

    /// Reads the service's form.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      addedAt = try container.decodeIfPresent(String.self, forKey: AnyKey("added_at"))
      item = try container.decodeIfPresent(Item.self, forKey: AnyKey(Item.savedName))
    }

    /// Writes the service's form.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encodeIfPresent(addedAt, forKey: AnyKey("added_at"))
      try container.encodeIfPresent(item, forKey: AnyKey(Item.savedName))
    }
  }
}

extension Spotify.Track: Spotify.Savable {
  /// `track`.
  public static var savedName: String { "track" }
}

extension Spotify.Album: Spotify.Savable {
  /// `album`.
  public static var savedName: String { "album" }
}

extension Spotify.Show: Spotify.Savable {
  /// `show`.
  public static var savedName: String { "show" }
}

extension Spotify.Episode: Spotify.Savable {
  /// `episode`.
  public static var savedName: String { "episode" }
}

extension Spotify {
  /// The period over which plays are counted.
  public struct TimeRange: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// About four weeks.
    public static let month = Self(rawValue: "short_term")
    /// About six months. The service's default.
    public static let halfYear = Self(rawValue: "medium_term")
    /// About a year.
    public static let year = Self(rawValue: "long_term")
  }
}
