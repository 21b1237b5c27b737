extension AppleMusic {
  /// An album in the library of a user.
  public typealias LibraryAlbum = Resource<LibraryAlbums>

  /// The kind `library-albums`.
  public enum LibraryAlbums: ResourceKind {
    /// `library-albums`.
    public static let name = "library-albums"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.LibraryAlbums {
  /// What describes a library album. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// The forms of sound that it has. Only by `extend`.
    public var audioVariants: [AppleMusic.AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether it is a compilation.
    public var isCompilation: Bool?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: AppleMusic.PlayParameters?
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

extension AppleMusic.LibraryAlbums {
  /// What a library album is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Its artists.
    public var artists: AppleMusic.Collection<AppleMusic.LibraryArtist>?
    /// The same album in the catalog.
    public var catalog: AppleMusic.Collection<AppleMusic.Item>?
    /// Its songs and music videos.
    public var tracks: AppleMusic.Collection<AppleMusic.Item>?
    /// Its genres.
    public var genres: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("artists") { artists = other.artists ?? artists }
      if names.contains("catalog") { catalog = other.catalog ?? catalog }
      if names.contains("tracks") { tracks = other.tracks ?? tracks }
      if names.contains("genres") { genres = other.genres ?? genres }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.LibraryAlbums {
  /// The relationship `artists`: its artists.
  public static var artists: Self { .relationship("artists") }
  /// The relationship `catalog`: the same album in the catalog.
  public static var catalog: Self { .relationship("catalog") }
  /// The relationship `tracks`: its songs and music videos.
  public static var tracks: Self { .relationship("tracks") }
  /// The relationship `genres`: its genres.
  public static var genres: Self { .relationship("genres") }
}
