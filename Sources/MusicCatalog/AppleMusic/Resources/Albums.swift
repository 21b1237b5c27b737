extension AppleMusic {
  /// An album of the catalog.
  public typealias Album = Resource<Albums>

  /// The kind `albums`.
  public enum Albums: ResourceKind {
    /// `albums`.
    public static let name = "albums"
  }
}

extension AppleMusic.Albums {
  /// What describes an album. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The name of the artist, or of several in one text.
    public var artistName: String?
    /// The address of the artist's page. Only by `extend`.
    public var artistUrl: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AppleMusic.AudioVariant]?
    /// The forms of sound that it has. Only by `extend`.
    public var audioVariants: [AppleMusic.AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
    /// The ratings of other systems.
    public var contentRatingsBySystem: JSONValue?
    /// The copyright line.
    public var copyright: String?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether it is an Apple Digital Master.
    public var isAppleDigitalMaster: Bool?
    /// Whether it is a compilation.
    public var isCompilation: Bool?
    /// Whether all of its tracks can be had.
    public var isComplete: Bool?
    /// Whether it was mastered for Apple.
    public var isMasteredForItunes: Bool?
    /// Whether it is not out yet.
    public var isPrerelease: Bool?
    /// Whether it is a single.
    public var isSingle: Bool?
    /// What can be bought. Only by `extend`.
    public var offers: JSONValue?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: AppleMusic.PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// How popular it is. Only by `extend`.
    public var popularity: Double?
    /// The name of the record label.
    public var recordLabel: String?
    /// The day of release, `2021-03-05`; or the year alone. See ``PartialDate``.
    public var releaseDate: String?
    /// How many tracks it has.
    public var trackCount: Int?
    /// The Universal Product Code.
    public var upc: String?
    /// The address of its page in Apple Music.
    public var url: String?
    /// Changes with the content.
    public var versionHash: String?
    /// The work; of classical music.
    public var workName: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Albums {
  /// What an album is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Its artists.
    public var artists: AppleMusic.Collection<AppleMusic.Artist>?
    /// Its genres.
    public var genres: AppleMusic.Collection<AppleMusic.Genre>?
    /// The same album in the user's library.
    public var library: AppleMusic.Collection<AppleMusic.Item>?
    /// Its labels.
    public var recordLabels: AppleMusic.Collection<AppleMusic.RecordLabel>?
    /// Its songs, and music videos among them.
    public var tracks: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("artists") { artists = other.artists ?? artists }
      if names.contains("genres") { genres = other.genres ?? genres }
      if names.contains("library") { library = other.library ?? library }
      if names.contains("record-labels") { recordLabels = other.recordLabels ?? recordLabels }
      if names.contains("tracks") { tracks = other.tracks ?? tracks }
    }

    enum CodingKeys: String, CodingKey {
      case artists, genres, library, tracks
      case recordLabels = "record-labels"
    }
  }
}

extension AppleMusic.Albums {
  /// Lists composed for an album; `nil` where not asked for, or where there is none.
  public struct Views: AppleMusic.PropertyGroup {
    /// Playlists that it appears on.
    public var appearsOn: AppleMusic.Collection<AppleMusic.Playlist>?
    /// Its other versions.
    public var otherVersions: AppleMusic.Collection<AppleMusic.Album>?
    /// Albums like it.
    public var relatedAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// Videos that go with it.
    public var relatedVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// More to hear.
    public var audioExtras: AppleMusic.Collection<AppleMusic.Item>?
    /// More to see.
    public var videoExtras: AppleMusic.Collection<AppleMusic.Item>?
    /// More of the same artist.
    public var moreByArtist: AppleMusic.Collection<AppleMusic.Album>?
    /// What listeners of it like.
    public var youMightAlsoLike: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("appears-on") { appearsOn = other.appearsOn ?? appearsOn }
      if names.contains("other-versions") { otherVersions = other.otherVersions ?? otherVersions }
      if names.contains("related-albums") { relatedAlbums = other.relatedAlbums ?? relatedAlbums }
      if names.contains("related-videos") { relatedVideos = other.relatedVideos ?? relatedVideos }
      if names.contains("audio-extras") { audioExtras = other.audioExtras ?? audioExtras }
      if names.contains("video-extras") { videoExtras = other.videoExtras ?? videoExtras }
      if names.contains("more-by-artist") { moreByArtist = other.moreByArtist ?? moreByArtist }
      if names.contains("you-might-also-like") {
        youMightAlsoLike = other.youMightAlsoLike ?? youMightAlsoLike
      }
    }

    enum CodingKeys: String, CodingKey {
      case appearsOn = "appears-on"
      case otherVersions = "other-versions"
      case relatedAlbums = "related-albums"
      case relatedVideos = "related-videos"
      case audioExtras = "audio-extras"
      case videoExtras = "video-extras"
      case moreByArtist = "more-by-artist"
      case youMightAlsoLike = "you-might-also-like"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Albums {
  /// The relationship `artists`: its artists.
  public static var artists: Self { .relationship("artists") }
  /// The relationship `genres`: its genres.
  public static var genres: Self { .relationship("genres") }
  /// The relationship `library`: the same album in the user's library.
  public static var library: Self { .relationship("library") }
  /// The relationship `record-labels`: its labels.
  public static var recordLabels: Self { .relationship("record-labels") }
  /// The relationship `tracks`: its songs, and music videos among them.
  public static var tracks: Self { .relationship("tracks") }
  /// The view `appears-on`: playlists that it appears on.
  public static var appearsOn: Self { .view("appears-on") }
  /// The view `other-versions`: its other versions.
  public static var otherVersions: Self { .view("other-versions") }
  /// The view `related-albums`: albums like it.
  public static var relatedAlbums: Self { .view("related-albums") }
  /// The view `related-videos`: videos that go with it.
  public static var relatedVideos: Self { .view("related-videos") }
  /// The view `audio-extras`: more to hear.
  public static var audioExtras: Self { .view("audio-extras") }
  /// The view `video-extras`: more to see.
  public static var videoExtras: Self { .view("video-extras") }
  /// The view `more-by-artist`: more of the same artist.
  public static var moreByArtist: Self { .view("more-by-artist") }
  /// The view `you-might-also-like`: what listeners of it like.
  public static var youMightAlsoLike: Self { .view("you-might-also-like") }
}
