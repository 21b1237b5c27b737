extension Spotify {
  /// A track of the user's library.
  public struct SavedTrack: Codable, Hashable, Sendable {
    /// When it was saved, as RFC 3339.
    public var addedAt: String?
    /// The track.
    public var track: Track?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case track
      case addedAt = "added_at"
    }
  }
}

extension Spotify {
  /// An album of the user's library.
  public struct SavedAlbum: Codable, Hashable, Sendable {
    /// When it was saved, as RFC 3339.
    public var addedAt: String?
    /// The album.
    public var album: Album?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case album
      case addedAt = "added_at"
    }
  }
}
