extension Spotify {
  /// A device on which a user may play.
  public struct Device: Codable, Hashable, Sendable {
    /// The identity; `nil`: it takes no commands by name.
    public var id: String?
    /// The name for people.
    public var name: String?
    /// `Computer`, `Smartphone`, `Speaker` …
    public var type: String?
    /// Whether it plays, or would.
    public var isActive: Bool?
    /// Whether what plays is kept from others.
    public var isPrivateSession: Bool?
    /// Whether it takes no commands at all.
    public var isRestricted: Bool?
    /// 0 … 100; `nil`: not known.
    public var volumePercent: Int?
    /// Whether the volume can be set.
    public var supportsVolume: Bool?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id, name, type
      case isActive = "is_active"
      case isPrivateSession = "is_private_session"
      case isRestricted = "is_restricted"
      case volumePercent = "volume_percent"
      case supportsVolume = "supports_volume"
    }
  }
}
