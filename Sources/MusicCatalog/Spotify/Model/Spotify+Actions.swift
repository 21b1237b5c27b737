extension Spotify {
  /// What may not be done with the player now.
  public struct Actions: Codable, Hashable, Sendable {
    /// By the service's names: `pausing`, `skipping_prev` …
    public var disallows: [String: Bool]?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
