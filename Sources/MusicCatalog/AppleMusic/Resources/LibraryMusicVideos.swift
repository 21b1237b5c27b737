extension AppleMusic {
  /// A music video in the library of a user.
  public typealias LibraryMusicVideo = Resource<LibraryMusicVideos>

  /// The kind `library-music-videos`.
  public enum LibraryMusicVideos: ResourceKind {
    /// `library-music-videos`.
    public static let name = "library-music-videos"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.LibraryMusicVideos {
  /// What describes a library music video. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The name of the album.
    public var albumName: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
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
    public var playParams: AppleMusic.PlayParameters?
    /// Excerpts that play without a token; may be absent or empty.
    public var previews: [AppleMusic.Preview]?
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

extension AppleMusic.LibraryMusicVideos {
  /// What a library music video is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The albums that it is on.
    public var albums: AppleMusic.Collection<AppleMusic.LibraryAlbum>?
    /// Its artists.
    public var artists: AppleMusic.Collection<AppleMusic.LibraryArtist>?
    /// The same video in the catalog.
    public var catalog: AppleMusic.Collection<AppleMusic.Item>?
    /// Its genres.
    public var genres: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("albums") { albums = other.albums ?? albums }
      if names.contains("artists") { artists = other.artists ?? artists }
      if names.contains("catalog") { catalog = other.catalog ?? catalog }
      if names.contains("genres") { genres = other.genres ?? genres }
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.LibraryMusicVideos {
  /// The relationship `albums`: the albums that it is on.
  public static var albums: Self { .relationship("albums") }
  /// The relationship `artists`: its artists.
  public static var artists: Self { .relationship("artists") }
  /// The relationship `catalog`: the same video in the catalog.
  public static var catalog: Self { .relationship("catalog") }
  /// The relationship `genres`: its genres.
  public static var genres: Self { .relationship("genres") }
}
