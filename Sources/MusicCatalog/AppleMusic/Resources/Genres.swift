extension AppleMusic {
  /// A genre. Genre `34`, `Music`, is the root of all.
  public typealias Genre = Resource<Genres>

  /// The kind `genres`.
  public enum Genres: ResourceKind {
    /// `genres`.
    public static let name = "genres"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.Genres {
  /// What describes a genre. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The heading of the genre's charts.
    public var chartLabel: String?
    /// The id of the genre above.
    public var parentId: String?
    /// The name of the genre above.
    public var parentName: String?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Genres {
  /// What a genre is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The genre above.
    public var parent: AppleMusic.Collection<AppleMusic.Genre>?
    /// The genres below.
    public var subgenres: AppleMusic.Collection<AppleMusic.Genre>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("parent") { parent = other.parent ?? parent }
      if names.contains("subgenres") { subgenres = other.subgenres ?? subgenres }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Genres {
  /// The relationship `parent`: the genre above.
  public static var parent: Self { .relationship("parent") }
  /// The relationship `subgenres`: the genres below.
  public static var subgenres: Self { .relationship("subgenres") }
}
