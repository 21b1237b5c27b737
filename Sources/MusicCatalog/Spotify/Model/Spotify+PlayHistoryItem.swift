extension Spotify {
  /// A track that was played for more than 30 s.
  public struct PlayHistoryItem: Codable, Hashable, Sendable {
    /// The track.
    public var track: Track?
    /// When, as RFC 3339.
    public var playedAt: String?
    /// What it was played as a part of.
    public var context: Context?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case track, context
      case playedAt = "played_at"
    }
  }
}
