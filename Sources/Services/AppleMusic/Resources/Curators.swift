import MusicCatalog

extension AppleMusic {
  /// A curator outside of Apple.
  public typealias Curator = Resource<Curators>

  /// The kind `curators`.
  public struct Curators: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Curators())
    /// `curators`.
    public static let name = "curators"

    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// The page of the curator.
    public let grouping = Property<Item>("grouping")

    /// What describes a curator. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// Further pictures of the editors. Only by `extend`.
      public var editorialArtwork: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
      /// Moving pictures of the editors. Only by `extend`.
      public var editorialVideo: JSONValue?
      /// The kind of curator.
      public var kind: String?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// A shorter name.
      public var shortName: String?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
