import MusicCatalog

extension AppleMusic {
  /// An artist in the library of a user.
  public typealias LibraryArtist = Resource<LibraryArtists>

  /// The kind `library-artists`.
  public struct LibraryArtists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryArtists())
    /// `library-artists`.
    public static let name = "library-artists"

    /// Their albums.
    public let albums = Property<LibraryAlbum>("albums")
    /// The same artist in the catalog.
    public let catalog = Property<Item>("catalog")

    /// What describes a library artist. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The picture.
      public var artwork: Artwork?
      /// When it came into the user's library, ISO 8601.
      public var dateAdded: String?
      /// The names of its genres; `Music`, the root of them, among them.
      public var genreNames: [String]?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
