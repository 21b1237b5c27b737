extension AppleMusic {
  /// A user's rating. Its id is that of the thing rated.
  public typealias Rating = Resource<Ratings>

  /// The kind `ratings`.
  public enum Ratings: ResourceKind {
    /// `ratings`.
    public static let name = "ratings"
    /// None.
    public typealias Views = None

    /// `ratings`, or `rating` as it is written to the service.
    public static func isName(_ type: String) -> Bool { type == name || type == "rating" }
  }
}

extension AppleMusic.Ratings {
  /// What describes a rating. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// 1: loved; -1: disliked.
    public var value: Int?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Ratings {
  /// What a rating is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// What is rated.
    public var content: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("content") { content = other.content ?? content }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Ratings {
  /// The relationship `content`: what is rated.
  public static var content: Self { .relationship("content") }
}
