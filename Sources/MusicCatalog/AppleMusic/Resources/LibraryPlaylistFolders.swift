extension AppleMusic {
  /// A folder of playlists in the library of a user.
  public typealias LibraryPlaylistFolder = Resource<LibraryPlaylistFolders>

  /// The kind `library-playlist-folders`.
  public enum LibraryPlaylistFolders: ResourceKind {
    /// `library-playlist-folders`.
    public static let name = "library-playlist-folders"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.LibraryPlaylistFolders {
  /// What describes a library playlist folder. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
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

extension AppleMusic.LibraryPlaylistFolders {
  /// What a library playlist folder is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Playlists and folders in it.
    public var children: AppleMusic.Collection<AppleMusic.Item>?
    /// The folder that it is in.
    public var parent: AppleMusic.Collection<AppleMusic.LibraryPlaylistFolder>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("children") { children = other.children ?? children }
      if names.contains("parent") { parent = other.parent ?? parent }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.LibraryPlaylistFolders {
  /// The relationship `children`: playlists and folders in it.
  public static var children: Self { .relationship("children") }
  /// The relationship `parent`: the folder that it is in.
  public static var parent: Self { .relationship("parent") }
}
