import MusicCatalog

extension AppleMusic {
  /// A music video of the catalog.
  public typealias MusicVideo = Resource<MusicVideos>

  /// The kind `music-videos`.
  public struct MusicVideos: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(MusicVideos())
    /// `music-videos`.
    public static let name = "music-videos"

    /// The albums that it is on.
    public let albums = Property<Album>("albums")
    /// Its artists.
    public let artists = Property<Artist>("artists")
    /// Its genres.
    public let genres = Property<Genre>("genres")
    /// The same video in the user's library.
    public let library = Property<Item>("library")
    /// Its songs.
    public let songs = Property<Song>("songs")
    /// More of the same artist.
    public let moreByArtist = Property<MusicVideo>(view: "more-by-artist")
    /// More of the same genre.
    public let moreInGenre = Property<MusicVideo>(view: "more-in-genre")

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
      public var artwork: Artwork?
      /// Who the work is attributed to; of classical music.
      public var attribution: String?
      /// The forms of sound, in an older spelling.
      public var audioTraits: [AudioVariant]?
      /// Whether it is explicit or cleaned; `nil`: neither.
      public var contentRating: ContentRating?
      /// The ratings of other systems.
      public var contentRatingsBySystem: JSONValue?
      /// The number of the disc, from 1.
      public var discNumber: Int?
      /// The length in milliseconds; absent for some uploads.
      public var durationInMillis: Int?
      /// Further pictures of the editors. Only by `extend`.
      public var editorialArtwork: JSONValue?
      /// What the editors write about it; may hold HTML.
      public var editorialNotes: EditorialNotes?
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
      public var playParams: PlayParameters?
      /// The notes without HTML.
      public var plainEditorialNotes: EditorialNotes?
      /// Excerpts that play without a token; may be absent or empty.
      public var previews: [Preview]?
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
}
