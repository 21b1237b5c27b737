extension AppleMusic {
  /// A music video of the catalog.
  public typealias MusicVideo = Resource<MusicVideos>

  /// The kind `music-videos`.
  public enum MusicVideos: ResourceKind {
    /// `music-videos`.
    public static let name = "music-videos"
  }
}

extension AppleMusic.MusicVideos {
  /// What describes a music video. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The name of the album.
    public var albumName: String?
    /// The address of the artist's page. Only by `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Who the work is attributed to; of classical music.
    public var attribution: String?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AppleMusic.AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The number of the disc, from 1.
    public var discNumber: Int?
    /// The length in milliseconds; absent for some uploads.
    public var durationInMillis: Int?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether it is to be had in 4K.
    public var has4K: Bool?
    /// Whether it is to be had with high dynamic range.
    public var hasHDR: Bool?
    /// The International Standard Recording Code.
    public var isrc: String?
    /// What can be bought. Only by `extend`.
    public var offers: JSONValue?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: AppleMusic.PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// Excerpts that play without a token; may be absent or empty.
    public var previews: [AppleMusic.Preview]?
    /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
    public var releaseDate: String?
    /// The number on the album, from 1.
    public var trackNumber: Int?
    /// The address of its page in Apple Music.
    public var url: String?
    /// `preview`, where it is one.
    public var videoSubType: String?
    /// The forms of picture.
    public var videoTraits: [String]?
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

extension AppleMusic.MusicVideos {
  /// What a music video is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The albums that it is on.
    public var albums: AppleMusic.Collection<AppleMusic.Album>?
    /// Its artists.
    public var artists: AppleMusic.Collection<AppleMusic.Artist>?
    /// Its genres.
    public var genres: AppleMusic.Collection<AppleMusic.Genre>?
    /// The same video in the user's library.
    public var library: AppleMusic.Collection<AppleMusic.Item>?
    /// Its songs.
    public var songs: AppleMusic.Collection<AppleMusic.Song>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("albums") { albums = other.albums ?? albums }
      if names.contains("artists") { artists = other.artists ?? artists }
      if names.contains("genres") { genres = other.genres ?? genres }
      if names.contains("library") { library = other.library ?? library }
      if names.contains("songs") { songs = other.songs ?? songs }
    }
  }
}

extension AppleMusic.MusicVideos {
  /// Lists composed for a music video; `nil` where not asked for, or where there is none.
  public struct Views: AppleMusic.PropertyGroup {
    /// More of the same artist.
    public var moreByArtist: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// More of the same genre.
    public var moreInGenre: AppleMusic.Collection<AppleMusic.MusicVideo>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("more-by-artist") { moreByArtist = other.moreByArtist ?? moreByArtist }
      if names.contains("more-in-genre") { moreInGenre = other.moreInGenre ?? moreInGenre }
    }

    enum CodingKeys: String, CodingKey {
      case moreByArtist = "more-by-artist"
      case moreInGenre = "more-in-genre"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.MusicVideos {
  /// The relationship `albums`: the albums that it is on.
  public static var albums: Self { .relationship("albums") }
  /// The relationship `artists`: its artists.
  public static var artists: Self { .relationship("artists") }
  /// The relationship `genres`: its genres.
  public static var genres: Self { .relationship("genres") }
  /// The relationship `library`: the same video in the user's library.
  public static var library: Self { .relationship("library") }
  /// The relationship `songs`: its songs.
  public static var songs: Self { .relationship("songs") }
  /// The view `more-by-artist`: more of the same artist.
  public static var moreByArtist: Self { .view("more-by-artist") }
  /// The view `more-in-genre`: more of the same genre.
  public static var moreInGenre: Self { .view("more-in-genre") }
}
