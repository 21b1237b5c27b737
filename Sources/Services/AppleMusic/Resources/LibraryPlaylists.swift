import MusicCatalog

extension AppleMusic {
  /// A playlist in the library of a user.
  public typealias LibraryPlaylist = Resource<LibraryPlaylists>

  /// The kind `library-playlists`.
  public struct LibraryPlaylists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryPlaylists())
    /// `library-playlists`.
    public static let name = "library-playlists"

    /// The same playlist in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its curator, of any kind.
    public let curator = Property<Item>("curator")
    /// The folder that it is in.
    public let parent = Property<LibraryPlaylistFolder>("parent")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")

    /// What describes a library playlist. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The names of the artists on it in one text. Only by `extend`.
      public var artistNames: String?
      /// The picture.
      public var artwork: Artwork?
      /// Whether the user may delete it.
      public var canDelete: Bool?
      /// Whether the user may change it.
      public var canEdit: Bool?
      /// Who made it, by name.
      public var curatorName: String?
      /// When it came into the user's library, ISO 8601.
      public var dateAdded: String?
      /// What it is; may hold HTML.
      public var description: EditorialNotes?
      /// Whether the catalog has it too.
      public var hasCatalog: Bool?
      /// Whether several edit it.
      public var hasCollaboration: Bool?
      /// Whether others may see it.
      public var isPublic: Bool?
      /// When it changed last, ISO 8601.
      public var lastModifiedDate: String?
      /// What a player needs; `nil`: cannot be streamed here.
      public var playParams: PlayParameters?
      /// Who makes it.
      public var playlistType: PlaylistType?
      /// How many tracks it has.
      public var trackCount: Int?
      /// The kinds of its tracks. Only by `extend`.
      public var trackTypes: [String]?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
