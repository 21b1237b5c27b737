import PlayerKitServices

extension SoundCloud {
  /// A user, who uploads tracks, likes them and makes playlists.
  public struct User: Codable, Hashable, Identifiable, Sendable {
    /// The name in the API.
    public var urn: URN
    /// The display name.
    public var username: String?
    /// The full name.
    public var fullName: String?
    /// The web page.
    public var permalinkUrl: String?
    /// A picture in one size; see ``artwork``.
    public var avatarUrl: String?
    /// The city.
    public var city: String?
    /// The country.
    public var country: String?
    /// The user's description.
    public var description: String?
    /// The number of followers.
    public var followersCount: Int?
    /// The number of public tracks.
    public var trackCount: Int?
    /// The number of public playlists.
    public var playlistCount: Int?

    /// The name in the API.
    public var id: String { urn.rawValue }

    private enum CodingKeys: String, SnakeCaseKey {
      case urn, username, fullName, permalinkUrl, avatarUrl, city, country, description
      case followersCount, trackCount, playlistCount
    }
  }
}
