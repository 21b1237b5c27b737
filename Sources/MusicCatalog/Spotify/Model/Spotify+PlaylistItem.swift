extension Spotify {
  /// One place of a playlist.
  public struct PlaylistItem: Codable, Hashable, Sendable {
    /// When it was put there, as RFC 3339; `nil` in very old playlists.
    public var addedAt: String?
    /// Who put it there.
    public var addedBy: User?
    /// Whether it is a local file.
    public var isLocal: Bool?
    /// A colour.
    public var primaryColour: String?
    /// A picture of a video.
    public var videoThumbnail: Thumbnail?
    /// What is there, until March 2026.
    public var track: Playable?
    /// What is there, since March 2026.
    public var item: Playable?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case track, item
      case addedAt = "added_at"
      case addedBy = "added_by"
      case isLocal = "is_local"
      case primaryColour = "primary_color"
      case videoThumbnail = "video_thumbnail"
    }
  }
}

extension Spotify.PlaylistItem {
  /// What is there, in whichever form it was sent; `nil`: it was removed from the service.
  public var content: Spotify.Playable? { item ?? track }

  /// A picture of a video.
  public struct Thumbnail: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
