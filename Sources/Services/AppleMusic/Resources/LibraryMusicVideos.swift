import MusicCatalog

extension AppleMusic {
  /// A music video in the library of a user.
  public typealias LibraryMusicVideo = Resource<LibraryMusicVideos>

  /// The kind `library-music-videos`.
  public struct LibraryMusicVideos: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryMusicVideos())
    /// `library-music-videos`.
    public static let name = "library-music-videos"

    /// The albums that it is on.
    public let albums = Property<LibraryAlbum>("albums")
    /// Its artists.
    public let artists = Property<LibraryArtist>("artists")
    /// The same video in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its genres.
    public let genres = Property<Item>("genres")

    /// What describes a library music video. Each attribute is `nil` where it was not sent.
    public struct Attributes: Codable, Hashable, Sendable {
      /// The name, in the language asked for.
      public var name: String?
      /// The name of the artist, or of several in one text.
      public var artistName: String?
      /// The name of the album.
      public var albumName: String?
      /// The picture.
      public var artwork: Artwork?
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
      /// Whether it is to be had in 4K.
      public var has4K: Bool?
      /// Whether it is to be had with high dynamic range.
      public var hasHDR: Bool?
      /// The International Standard Recording Code.
      public var isrc: String?
      /// What a player needs; `nil`: cannot be streamed here.
      public var playParams: PlayParameters?
      /// Excerpts that play without a token; may be absent or empty.
      public var previews: [Preview]?
      /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
      public var releaseDate: String?
      /// The number on the album, from 1.
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
