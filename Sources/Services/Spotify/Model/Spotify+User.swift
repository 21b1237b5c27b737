import PlayerKitServices

extension Spotify {
  /// A user.
  public struct User: Codable, Hashable, Sendable {
    /// The identity.
    public var id: String?
    /// The identity as an address.
    public var uri: String?
    /// The name that others see.
    public var displayName: String?
    /// The account; of the own profile, since May 2026.
    public var accountID: String?
    /// Pictures.
    public var images: LossyArray<Image>?
    /// How many follow.
    public var followers: Followers?
    /// The account's country; needs `user-read-private`, and not in development mode.
    public var country: String?
    /// The address; needs `user-read-email`, and not in development mode.
    public var email: String?
    /// `premium`, `free` or `open`; as ``country``. Where it is absent, Premium shows by what the
    /// player refuses.
    public var product: String?
    /// What becomes of explicit content.
    public var explicitContent: ExplicitContent?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, images, followers, country, email, product, type, href, displayName, accountID
      case explicitContent, externalURLs
    }
  }

  /// What becomes of explicit content for a user.
  public struct ExplicitContent: Codable, Hashable, Sendable {
    /// Whether it is kept away.
    public var isFilterEnabled: Bool?
    /// Whether the user cannot change that.
    public var isFilterLocked: Bool?

    private enum CodingKeys: String, CodingKey {
      case isFilterEnabled = "filter_enabled"
      case isFilterLocked = "filter_locked"
    }
  }

  /// How many follow.
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

  /// What can be saved, with the name under which a library lists it.
  public protocol Savable: Codable, Hashable, Sendable {
    /// `track`, `album` …
    static var savedName: String { get }
  }

  /// A thing of the user's library.
  public struct Saved<Item: Savable>: Codable, Hashable, Sendable {
    /// When it was saved, as RFC 3339.
    public var addedAt: String?
    /// The thing.
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
  /// Over which time plays are counted.
  public struct TimeRange: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// About four weeks.
    public static let month = Self(rawValue: "short_term")
    /// About six months; the service's choice.
    public static let halfYear = Self(rawValue: "medium_term")
    /// About a year.
    public static let year = Self(rawValue: "long_term")
  }
}
