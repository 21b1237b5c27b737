extension Spotify {
  /// Why something does not play.
  public struct Restrictions: Codable, Hashable, Sendable {
    /// The reason.
    public var reason: RestrictionReason?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension Spotify {
  /// What keeps something from being played.
  public struct RestrictionReason: OpenName {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is not to be had in the market.
    public static let market = Self(rawValue: "market")
    /// The user's subscription does not include it.
    public static let product = Self(rawValue: "product")
    /// It is explicit, and the user's settings keep that away.
    public static let explicit = Self(rawValue: "explicit")
  }
}
