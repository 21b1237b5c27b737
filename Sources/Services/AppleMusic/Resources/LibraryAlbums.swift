import MusicCatalog

extension AppleMusic {
  /// An album in the library of a user.
  public typealias LibraryAlbum = Resource<LibraryAlbums>

  /// The kind `library-albums`.
  public struct LibraryAlbums: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryAlbums())
    /// `library-albums`.
    public static let name = "library-albums"

    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same album in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes a library album. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The name of the artist, or of several in one text.
      public var artistName: String?
      /// The picture.
      public var artwork: Artwork?
      /// The forms of sound that it has. Only by `extend`.
      public var audioVariants: [AudioVariant]?
      /// Whether it is explicit or cleaned; `nil`: neither.
      public var contentRating: ContentRating?
      /// When it came into the user's library, ISO 8601.
      public var dateAdded: String?
      /// The names of its genres; `Music`, the root of them, among them.
      public var genreNames: [String]?
      /// Whether it is a compilation.
      public var isCompilation: Bool?
      /// What a player needs; `nil`: cannot be streamed here.
      public var playParams: PlayParameters?
      /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
      public var releaseDate: String?
      /// How many of its tracks are in the library.
      public var trackCount: Int?
      /// The address of its page in Apple Music.
      public var url: String?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
