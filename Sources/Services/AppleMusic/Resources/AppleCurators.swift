import MusicCatalog

extension AppleMusic {
  /// A curator of Apple: an editorial team, a genre, a show.
  public typealias AppleCurator = Resource<AppleCurators>

  /// The kind `apple-curators`.
  public struct AppleCurators: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(AppleCurators())
    /// `apple-curators`.
    public static let name = "apple-curators"

    /// The page of the curator.
    public let grouping = Property<Item>("grouping")
    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// Who presents the show.
    public let radioShowHosts = Property<Item>("radio-show-hosts")

    /// What describes an apple curator. Each attribute is `nil` where it was not sent.
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
      /// `Curator`, `Genre` or `Show`.
      public var kind: String?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// A shorter name.
      public var shortName: String?
      /// Who presents the show.
      public var showHostName: String?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
