extension Spotify {
  /// The state of a playlist's items after a change.
  public struct Snapshot: Codable, Hashable, Sendable {
    /// To be sent with further changes.
    public var id: String?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id = "snapshot_id"
    }
  }
}
