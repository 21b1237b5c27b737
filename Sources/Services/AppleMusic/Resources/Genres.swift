import MusicCatalog

extension AppleMusic {
  /// A genre. Genre `34`, `Music`, is the root of all.
  public typealias Genre = Resource<Genres>

  /// The kind `genres`.
  public struct Genres: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Genres())
    /// `genres`.
    public static let name = "genres"

    /// The genre above.
    public let parent = Property<Genre>("parent")
    /// The genres below.
    public let subgenres = Property<Genre>("subgenres")

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
}
