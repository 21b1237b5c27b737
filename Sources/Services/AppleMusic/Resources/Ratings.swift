import MusicCatalog

extension AppleMusic {
  /// A user's rating. Its id is that of the thing rated.
  public typealias Rating = Resource<Ratings>

  /// The kind `ratings`.
  public struct Ratings: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Ratings())
    /// `ratings`.
    public static let name = "ratings"

    /// `ratings`, or `rating` as it is written to the service.
    public static func isName(_ type: String) -> Bool { type == name || type == "rating" }

    /// What is rated.
    public let content = Property<Item>("content")

    /// What describes a rating. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// 1: loved; -1: disliked.
      public var value: Int?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
