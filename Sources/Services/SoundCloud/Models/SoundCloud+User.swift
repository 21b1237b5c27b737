import PlayerKitServices

extension SoundCloud {
  /// Who uploads, likes and makes playlists.
  public struct User: Codable, Hashable, Identifiable, Sendable {
    /// The name in the API.
    public var urn: URN
    /// The name that is shown.
    public var username: String?
    /// The whole name.
    public var fullName: String?
    /// The page.
    public var permalinkUrl: String?
    /// A picture, in one size; see ``artwork``.
    public var avatarUrl: String?
    /// Where.
    public var city: String?
    /// In which country.
    public var country: String?
    /// What the user says.
    public var description: String?
    /// How many follow.
    public var followersCount: Int?
    /// How many public tracks there are.
    public var trackCount: Int?
    /// How many public playlists there are.
    public var playlistCount: Int?

    /// The name in the API.
    public var id: String { urn.rawValue }

    private enum CodingKeys: String, SnakeCaseKey {
      case urn, username, fullName, permalinkUrl, avatarUrl, city, country, description
      case followersCount, trackCount, playlistCount
    }
  }
}
