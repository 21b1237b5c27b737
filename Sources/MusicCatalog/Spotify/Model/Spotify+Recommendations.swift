extension Spotify {
  /// Tracks that the service thinks fit.
  public struct Recommendations: Codable, Hashable, Sendable {
    /// What was asked by.
    public var seeds: TolerantList<Seed>?
    /// The tracks.
    public var tracks: TolerantList<Track>?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension Spotify {
  /// What recommendations were asked by.
  public struct Seed: Codable, Hashable, Sendable {
    /// The identity, or the name of the genre.
    public var id: String?
    /// `ARTIST`, `TRACK` or `GENRE`.
    public var type: String?
    /// Where the API has it; `nil` of genres.
    public var href: String?
    /// How many tracks there were.
    public var initialPoolSize: Int?
    /// How many the wishes left.
    public var afterFilteringSize: Int?
    /// How many the market left.
    public var afterRelinkingSize: Int?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
