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
    public var images: TolerantList<Image>?
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

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id, uri, images, followers, country, email, product, type, href
      case displayName = "display_name"
      case accountID = "account_id"
      case explicitContent = "explicit_content"
      case externalURLs = "external_urls"
    }
  }
}

extension Spotify {
  /// What becomes of explicit content for a user.
  public struct ExplicitContent: Codable, Hashable, Sendable {
    /// Whether it is kept away.
    public var isFilterEnabled: Bool?
    /// Whether the user cannot change that.
    public var isFilterLocked: Bool?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case isFilterEnabled = "filter_enabled"
      case isFilterLocked = "filter_locked"
    }
  }
}
