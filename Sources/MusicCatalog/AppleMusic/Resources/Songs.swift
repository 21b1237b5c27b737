extension AppleMusic {
  /// A song of the catalog.
  public typealias Song = Resource<Songs>

  /// The kind `songs`.
  public enum Songs: ResourceKind {
    /// `songs`.
    public static let name = "songs"
    /// None.
    public typealias Views = None
  }
}

extension AppleMusic.Songs {
  /// What describes a song. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The name of the album.
    public var albumName: String?
    /// The composers in one text.
    public var composerName: String?
    /// The address of the artist's page. Only by `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// Who the work is attributed to; of classical music.
    public var attribution: String?
    /// The language of the sound, `en-US`.
    public var audioLocale: String?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AppleMusic.AudioVariant]?
    /// The forms of sound that it has. Only by `extend`.
    public var audioVariants: [AppleMusic.AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The number of the disc, from 1.
    public var discNumber: Int?
    /// The number on the disc, from 1.
    public var trackNumber: Int?
    /// The length in milliseconds; absent for some uploads.
    public var durationInMillis: Int?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The addresses of protected streams.
    public var extendedAssetUrls: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether its credits are known.
    public var hasCredits: Bool?
    /// Whether there are lyrics.
    public var hasLyrics: Bool?
    /// Whether the lyrics go with time.
    public var hasTimeSyncedLyrics: Bool?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// The same in an older spelling.
    public var isMasteredForItunes: Bool?
    /// Whether it may be sung along to.
    public var isVocalAttenuationAllowed: Bool?
    /// The International Standard Recording Code.
    public var isrc: String?
    /// The work; of classical music.
    public var workName: String?
    /// The movement; of classical music.
    public var movementName: String?
    /// The movement's number, from 1.
    public var movementNumber: Int?
    /// How many movements the work has.
    public var movementCount: Int?
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
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Songs {
  /// What a song is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// The albums that it is on.
    public var albums: AppleMusic.Collection<AppleMusic.Album>?
    /// Its artists.
    public var artists: AppleMusic.Collection<AppleMusic.Artist>?
    /// Its composers.
    public var composers: AppleMusic.Collection<AppleMusic.Artist>?
    /// Who took part in it.
    public var credits: AppleMusic.Collection<AppleMusic.Item>?
    /// Its genres.
    public var genres: AppleMusic.Collection<AppleMusic.Genre>?
    /// The same song in the user's library.
    public var library: AppleMusic.Collection<AppleMusic.Item>?
    /// Its lyrics.
    public var lyrics: AppleMusic.Collection<AppleMusic.Item>?
    /// Its videos.
    public var musicVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// The station that starts from it.
    public var station: AppleMusic.Collection<AppleMusic.Station>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("albums") { albums = other.albums ?? albums }
      if names.contains("artists") { artists = other.artists ?? artists }
      if names.contains("composers") { composers = other.composers ?? composers }
      if names.contains("credits") { credits = other.credits ?? credits }
      if names.contains("genres") { genres = other.genres ?? genres }
      if names.contains("library") { library = other.library ?? library }
      if names.contains("lyrics") { lyrics = other.lyrics ?? lyrics }
      if names.contains("music-videos") { musicVideos = other.musicVideos ?? musicVideos }
      if names.contains("station") { station = other.station ?? station }
    }

    enum CodingKeys: String, CodingKey {
      case albums, artists, composers, credits, genres, library, lyrics, station
      case musicVideos = "music-videos"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Songs {
  /// The relationship `albums`: the albums that it is on.
  public static var albums: Self { .relationship("albums") }
  /// The relationship `artists`: its artists.
  public static var artists: Self { .relationship("artists") }
  /// The relationship `composers`: its composers.
  public static var composers: Self { .relationship("composers") }
  /// The relationship `credits`: who took part in it.
  public static var credits: Self { .relationship("credits") }
  /// The relationship `genres`: its genres.
  public static var genres: Self { .relationship("genres") }
  /// The relationship `library`: the same song in the user's library.
  public static var library: Self { .relationship("library") }
  /// The relationship `lyrics`: its lyrics.
  public static var lyrics: Self { .relationship("lyrics") }
  /// The relationship `music-videos`: its videos.
  public static var musicVideos: Self { .relationship("music-videos") }
  /// The relationship `station`: the station that starts from it.
  public static var station: Self { .relationship("station") }
}
