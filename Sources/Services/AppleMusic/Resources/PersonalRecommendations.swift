import MusicCatalog

extension AppleMusic {
  /// A recommendation for a user: a titled list, or a group of such.
  public typealias PersonalRecommendation = Resource<PersonalRecommendations>

  /// The kind `personal-recommendation`.
  public struct PersonalRecommendations: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(PersonalRecommendations())
    /// `personal-recommendation`.
    public static let name = "personal-recommendation"

    /// What is recommended.
    public let contents = Property<Item>("contents")
    /// The members of a group.
    public let recommendations = Property<PersonalRecommendation>("recommendations")
    /// What it is recommended for.
    public let primaryContent = Property<Item>("primary-content")

    /// What describes a personal recommendation. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The heading.
      public var title: DisplayText?
      /// The heading without the user's name.
      public var titleWithoutName: DisplayText?
      /// Why it is recommended.
      public var reason: DisplayText?
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
}
