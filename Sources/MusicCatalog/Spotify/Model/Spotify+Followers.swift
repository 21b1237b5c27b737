extension Spotify {
  /// How many follow.
  public struct Followers: Codable, Hashable, Sendable {
    /// Always `nil` so far.
    public var href: String?
    /// The number.
    public var total: Int?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
