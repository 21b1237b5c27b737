import PlayerKitServices

extension AppleMusic {
  /// A curator outside of Apple.
  public typealias Curator = Resource<Curators>

  /// The kind `curators`.
  public struct Curators: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Curators())
    /// `curators`.
    public static let name = "curators"

    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// The page of the curator.
    public let grouping = Property<Item>("grouping")

    /// What describes its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// A curator of Apple: an editorial team, a genre, a show.
  public typealias AppleCurator = Resource<AppleCurators>

  /// The kind `apple-curators`.
  public struct AppleCurators: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(AppleCurators())
    /// `apple-curators`.
    public static let name = "apple-curators"

    /// The page of the curator.
    public let grouping = Property<Item>("grouping")
    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// Who presents the show.
    public let radioShowHosts = Property<Item>("radio-show-hosts")

    /// What describes its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// An activity or mood, with playlists for it.
  public typealias Activity = Resource<Activities>

  /// The kind `activities`.
  public struct Activities: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Activities())
    /// `activities`.
    public static let name = "activities"

    /// Its playlists.
    public let playlists = Property<Playlist>("playlists")

    /// What describes its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// A record label.
  public typealias RecordLabel = Resource<RecordLabels>

  /// The kind `record-labels`.
  public struct RecordLabels: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(RecordLabels())
    /// `record-labels`.
    public static let name = "record-labels"

    /// Its latest releases.
    public let latestReleases = Property<Album>(view: "latest-releases")
    /// Its most popular releases.
    public let topReleases = Property<Album>(view: "top-releases")

    /// What describes its resources.
    public typealias Attributes = EditorialAttributes
  }

  /// What describes a page of the editors: of a curator, an activity, a label, a genre of stations. Each attribute is `nil` where it was not sent.
  public struct EditorialAttributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: Artwork?
    /// What it is; may hold HTML.
    public var description: EditorialNotes?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The address of its page in Apple Music.
    public var url: String?
    /// `Curator`, `Genre` or `Show`.
    public var kind: String?
    /// A shorter name.
    public var shortName: String?
    /// Who presents the show.
    public var showHostName: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
