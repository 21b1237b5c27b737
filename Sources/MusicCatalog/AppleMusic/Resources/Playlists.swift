extension AppleMusic {
  /// A playlist of the catalog.
  public typealias Playlist = Resource<Playlists>

  /// The kind `playlists`.
  public enum Playlists: ResourceKind {
    /// `playlists`.
    public static let name = "playlists"
  }
}

extension AppleMusic.Playlists {
  /// What describes a playlist. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The names of the artists on it in one text. Only by `extend`.
    public var artistNames: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AppleMusic.AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: AppleMusic.ContentRating?
    /// Who made it, by name.
    public var curatorName: String?
    /// What it is; may hold HTML.
    public var description: AppleMusic.EditorialNotes?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// Whether several edit it.
    public var hasCollaboration: Bool?
    /// Whether it is a chart.
    public var isChart: Bool?
    /// When it changed last, ISO 8601.
    public var lastModifiedDate: String?
    /// What can be bought. Only by `extend`.
    public var offers: JSONValue?
    /// What a player needs; `nil`: cannot be streamed here.
    public var playParams: AppleMusic.PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// Who makes it.
    public var playlistType: AppleMusic.PlaylistType?
    /// Whether it may be sung along to.
    public var supportsSing: Bool?
    /// How many tracks it has.
    public var trackCount: Int?
    /// The kinds of its tracks. Only by `extend`.
    public var trackTypes: [String]?
    /// The address of its page in Apple Music.
    public var url: String?
    /// Changes with the content.
    public var versionHash: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Playlists {
  /// What a playlist is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Its curator, of any kind.
    public var curator: AppleMusic.Collection<AppleMusic.Item>?
    /// The same playlist in the user's library.
    public var library: AppleMusic.Collection<AppleMusic.Item>?
    /// Its songs and music videos.
    public var tracks: AppleMusic.Collection<AppleMusic.Item>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("curator") { curator = other.curator ?? curator }
      if names.contains("library") { library = other.library ?? library }
      if names.contains("tracks") { tracks = other.tracks ?? tracks }
    }
  }
}

extension AppleMusic.Playlists {
  /// Lists composed for a playlist; `nil` where not asked for, or where there is none.
  public struct Views: AppleMusic.PropertyGroup {
    /// Artists on it.
    public var featuredArtists: AppleMusic.Collection<AppleMusic.Artist>?
    /// More of the same curator.
    public var moreByCurator: AppleMusic.Collection<AppleMusic.Playlist>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("featured-artists") {
        featuredArtists = other.featuredArtists ?? featuredArtists
      }
      if names.contains("more-by-curator") { moreByCurator = other.moreByCurator ?? moreByCurator }
    }

    enum CodingKeys: String, CodingKey {
      case featuredArtists = "featured-artists"
      case moreByCurator = "more-by-curator"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Playlists {
  /// The relationship `curator`: its curator, of any kind.
  public static var curator: Self { .relationship("curator") }
  /// The relationship `library`: the same playlist in the user's library.
  public static var library: Self { .relationship("library") }
  /// The relationship `tracks`: its songs and music videos.
  public static var tracks: Self { .relationship("tracks") }
  /// The view `featured-artists`: artists on it.
  public static var featuredArtists: Self { .view("featured-artists") }
  /// The view `more-by-curator`: more of the same curator.
  public static var moreByCurator: Self { .view("more-by-curator") }
}
