import MusicCatalog

extension AppleMusic {
  /// A song in the library of a user.
  public typealias LibrarySong = Resource<LibrarySongs>

  /// The kind `library-songs`.
  public struct LibrarySongs: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibrarySongs())
    /// `library-songs`.
    public static let name = "library-songs"

    /// The albums that it is on.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same song in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes a library song. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The name of the artist, or of several in one text.
      public var artistName: String?
      /// The name of the album.
      public var albumName: String?
      /// The composers in one text.
      public var composerName: String?
      /// The picture.
      public var artwork: Artwork?
      /// The forms of sound that it has. Only by `extend`.
      public var audioVariants: [AudioVariant]?
      /// Whether it is explicit or cleaned; `nil`: neither.
      public var contentRating: ContentRating?
      /// When it came into the user's library, ISO 8601.
      public var dateAdded: String?
      /// The number of the disc, from 1.
      public var discNumber: Int?
      /// The length in milliseconds; absent for some uploads.
      public var durationInMillis: Int?
      /// The names of its genres; `Music`, the root of them, among them.
      public var genreNames: [String]?
      /// Whether its credits are known.
      public var hasCredits: Bool?
      /// Whether there are lyrics.
      public var hasLyrics: Bool?
      /// The International Standard Recording Code.
      public var isrc: String?
      /// How often the user has played it.
      public var playCount: Int?
      /// What a player needs; `nil`: cannot be streamed here.
      public var playParams: PlayParameters?
      /// Excerpts that play without a token; may be absent or empty.
      public var previews: [Preview]?
      /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
      public var releaseDate: String?
      /// The number on the disc, from 1.
      public var trackNumber: Int?
      /// The address of its page in Apple Music.
      public var url: String?
      /// The work; of classical music.
      public var workName: String?
      /// The movement; of classical music.
      public var movementName: String?
      /// The movement's number, from 1.
      public var movementNumber: Int?
      /// How many movements the work has.
      public var movementCount: Int?

      /// Makes one of which nothing is known.
      public init() {}
    }
  }
}
