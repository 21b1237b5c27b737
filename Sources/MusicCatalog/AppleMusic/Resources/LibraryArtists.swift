extension AppleMusic {
  /// An artist in the library of a user.
  public typealias LibraryArtist = Resource<LibraryArtists>

  /// The kind `library-artists`.
  public enum LibraryArtists: ResourceKind {
    /// `library-artists`.
    public static let name = "library-artists"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.LibraryArtists {
  /// What describes a library artist. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.LibraryArtists {
  /// What a library artist is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Their albums.
    public var albums: AppleMusic.Collection<AppleMusic.LibraryAlbum>?
    /// The same artist in the catalog.
    public var catalog: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("albums") { albums = other.albums ?? albums }
      if names.contains("catalog") { catalog = other.catalog ?? catalog }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.LibraryArtists {
  /// The relationship `albums`: their albums.
  public static var albums: Self { .relationship("albums") }
  /// The relationship `catalog`: the same artist in the catalog.
  public static var catalog: Self { .relationship("catalog") }
}
