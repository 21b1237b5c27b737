import PlayerKitServices

extension AppleMusic {
  /// A curator outside Apple.
  public typealias Curator = Resource<Curators>

  /// The kind `curators`.
  public struct Curators: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Curators())
    /// `curators`.
    public static let name = "curators"

    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// The page of the curator.
    public let grouping = Property<Item>("grouping")

    /// The attributes of its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// An Apple curator: an editorial team, a genre, a show.
  public typealias AppleCurator = Resource<AppleCurators>

  /// The kind `apple-curators`.
  public struct AppleCurators: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(AppleCurators())
    /// `apple-curators`.
    public static let name = "apple-curators"

    /// The page of the curator.
    public let grouping = Property<Item>("grouping")
    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// The hosts of the show.
    public let radioShowHosts = Property<Item>("radio-show-hosts")

    /// The attributes of its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// An activity or mood, with playlists for it.
  public typealias Activity = Resource<Activities>

  /// The kind `activities`.
  public struct Activities: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Activities())
    /// `activities`.
    public static let name = "activities"

    /// Its playlists.
    public let playlists = Property<Playlist>("playlists")

    /// The attributes of its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// A record label.
  public typealias RecordLabel = Resource<RecordLabels>

  /// The kind `record-labels`.
  public struct RecordLabels: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(RecordLabels())
    /// `record-labels`.
    public static let name = "record-labels"

    /// Its latest releases.
    public let latestReleases = Property<Album>(view: "latest-releases")
    /// Its most popular releases.
    public let topReleases = Property<Album>(view: "top-releases")

    /// The attributes of its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// The attributes of an editorial page: of a curator, an activity, a label or a genre of
  /// stations. An attribute is `nil` if it was not sent.
  public struct EditorialAttributes: Codable, Hashable, Sendable {
    /// The name, in the requested language.
    public var name: String?
    /// The picture.
    public var artwork: Artwork?
    /// The description. May contain HTML.
    public var description: EditorialNotes?
    /// Additional editorial pictures. Only with `extend`.
    public var editorialArtwork: JSONValue?
    /// The editorial notes. May contain HTML.
    public var editorialNotes: EditorialNotes?
    /// Editorial videos. Only with `extend`.
    public var editorialVideo: JSONValue?
    /// The editorial notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The URL of its page at Apple Music.
    public var url: String?
    /// `Curator`, `Genre` or `Show`.
    public var kind: String?
    /// A shorter name.
    public var shortName: String?
    /// The hosts of the show.
    public var showHostName: String?

    /// Makes an empty value.
    public init() {}
  }
}
