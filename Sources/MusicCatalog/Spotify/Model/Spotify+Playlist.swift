extension Spotify {
  /// A playlist, whole or as lists show it.
  public struct Playlist: Codable, Hashable, Sendable {
    /// The identity of the playlist.
    public var id: String?
    /// The identity as an address, such as `spotify:playlist:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// What it is about; HTML entities stand in it.
    public var text: String?
    /// Whose it is.
    public var owner: User?
    /// Whether it is shown on the profile; `nil`: not known.
    public var isPublic: Bool?
    /// Whether others may change it.
    public var isCollaborative: Bool?
    /// Pictures; the service writes `null` for none, too.
    public var images: TolerantList<Image>?
    /// The state of its items.
    public var snapshotID: String?
    /// Its items until March 2026; often only their number.
    public var tracks: Page<PlaylistItem>?
    /// Its items since March 2026; only of the user's own playlists.
    public var items: Page<PlaylistItem>?
    /// How many follow.
    public var followers: Followers?
    /// A colour for its page.
    public var primaryColour: String?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id, uri, name, owner, images, tracks, items, followers, type, href
      case text = "description"
      case isPublic = "public"
      case isCollaborative = "collaborative"
      case snapshotID = "snapshot_id"
      case primaryColour = "primary_color"
      case externalURLs = "external_urls"
    }
  }
}
