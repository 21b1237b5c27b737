import MusicCatalog

extension AppleMusic {
  /// A record label.
  public typealias RecordLabel = Resource<RecordLabels>

  /// The kind `record-labels`.
  public struct RecordLabels: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(RecordLabels())
    /// `record-labels`.
    public static let name = "record-labels"

    /// Its latest releases.
    public let latestReleases = Property<Album>(view: "latest-releases")
    /// Its most popular releases.
    public let topReleases = Property<Album>(view: "top-releases")

    /// What describes a record label. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// What it is; may hold HTML.
      public var description: EditorialNotes?
      /// Further pictures of the editors. Only by `extend`.
      public var editorialArtwork: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
      /// Moving pictures of the editors. Only by `extend`.
      public var editorialVideo: JSONValue?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
