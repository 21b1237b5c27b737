import MusicCatalog

extension AppleMusic {
  /// A folder of playlists in the library of a user.
  public typealias LibraryPlaylistFolder = Resource<LibraryPlaylistFolders>

  /// The kind `library-playlist-folders`.
  public struct LibraryPlaylistFolders: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryPlaylistFolders())
    /// `library-playlist-folders`.
    public static let name = "library-playlist-folders"

    /// Playlists and folders in it.
    public let children = Property<Item>("children")
    /// The folder that it is in.
    public let parent = Property<LibraryPlaylistFolder>("parent")

    /// What describes a library playlist folder. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// Whether the user may delete it.
      public var canDelete: Bool?
      /// Whether the user may change it.
      public var canEdit: Bool?
      /// When it came into the user's library, ISO 8601.
      public var dateAdded: String?
      /// When it changed last, ISO 8601.
      public var lastModifiedDate: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
