extension AppleMusic {
  /// A recommendation for a user: a titled list, or a group of such.
  public typealias PersonalRecommendation = Resource<PersonalRecommendations>

  /// The kind `personal-recommendation`.
  public enum PersonalRecommendations: ResourceKind {
    /// `personal-recommendation`.
    public static let name = "personal-recommendation"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.PersonalRecommendations {
  /// What describes a personal recommendation. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The heading.
    public var title: AppleMusic.DisplayText?
    /// The heading without the user's name.
    public var titleWithoutName: AppleMusic.DisplayText?
    /// Why it is recommended.
    public var reason: AppleMusic.DisplayText?
    /// `music-recommendations`, `recently-played` or `unknown`.
    public var kind: String?
    /// Whether it holds other recommendations.
    public var isGroupRecommendation: Bool?
    /// Whether there is more to see.
    public var hasSeeAll: Bool?
    /// The version of the recommendation.
    public var version: Int?
    /// When it changes next, ISO 8601.
    public var nextUpdateDate: String?
    /// The kinds of what is recommended.
    public var resourceTypes: [String]?
    /// How Apple shows it.
    public var display: JSONValue?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.PersonalRecommendations {
  /// What a personal recommendation is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// What is recommended.
    public var contents: AppleMusic.Collection<AppleMusic.Item>?
    /// The members of a group.
    public var recommendations: AppleMusic.Collection<AppleMusic.PersonalRecommendation>?
    /// What it is recommended for.
    public var primaryContent: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("contents") { contents = other.contents ?? contents }
      if names.contains("recommendations") {
        recommendations = other.recommendations ?? recommendations
      }
      if names.contains("primary-content") {
        primaryContent = other.primaryContent ?? primaryContent
      }
    }

    enum CodingKeys: String, CodingKey {
      case contents, recommendations
      case primaryContent = "primary-content"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.PersonalRecommendations {
  /// The relationship `contents`: what is recommended.
  public static var contents: Self { .relationship("contents") }
  /// The relationship `recommendations`: the members of a group.
  public static var recommendations: Self { .relationship("recommendations") }
  /// The relationship `primary-content`: what it is recommended for.
  public static var primaryContent: Self { .relationship("primary-content") }
}
