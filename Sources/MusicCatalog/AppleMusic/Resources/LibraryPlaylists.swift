extension AppleMusic {
  /// A playlist in the library of a user.
  public typealias LibraryPlaylist = Resource<LibraryPlaylists>

  /// The kind `library-playlists`.
  public enum LibraryPlaylists: ResourceKind {
    /// `library-playlists`.
    public static let name = "library-playlists"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.LibraryPlaylists {
  /// What describes a library playlist. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The names of the artists on it in one text. Only by `extend`.
    public var artistNames: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Whether the user may delete it.
    public var canDelete: Bool?
    /// Whether the user may change it.
    public var canEdit: Bool?
    /// Who made it, by name.
    public var curatorName: String?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?
    /// What it is; may hold HTML.
    public var description: AppleMusic.EditorialNotes?
    /// Whether the catalog has it too.
    public var hasCatalog: Bool?
    /// Whether several edit it.
    public var hasCollaboration: Bool?
    /// Whether others may see it.
    public var isPublic: Bool?
    /// When it changed last, ISO 8601.
    public var lastModifiedDate: String?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: AppleMusic.PlayParameters?
    /// Who makes it.
    public var playlistType: AppleMusic.PlaylistType?
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

extension AppleMusic.LibraryPlaylists {
  /// What a library playlist is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The same playlist in the catalog.
    public var catalog: AppleMusic.Collection<AppleMusic.Item>?
    /// Its curator, of any kind.
    public var curator: AppleMusic.Collection<AppleMusic.Item>?
    /// The folder that it is in.
    public var parent: AppleMusic.Collection<AppleMusic.LibraryPlaylistFolder>?
    /// Its songs and music videos.
    public var tracks: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("catalog") { catalog = other.catalog ?? catalog }
      if names.contains("curator") { curator = other.curator ?? curator }
      if names.contains("parent") { parent = other.parent ?? parent }
      if names.contains("tracks") { tracks = other.tracks ?? tracks }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.LibraryPlaylists {
  /// The relationship `catalog`: the same playlist in the catalog.
  public static var catalog: Self { .relationship("catalog") }
  /// The relationship `curator`: its curator, of any kind.
  public static var curator: Self { .relationship("curator") }
  /// The relationship `parent`: the folder that it is in.
  public static var parent: Self { .relationship("parent") }
  /// The relationship `tracks`: its songs and music videos.
  public static var tracks: Self { .relationship("tracks") }
}
