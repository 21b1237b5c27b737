import PlayerKitSystem
import Foundation
import PlayerKitServices

extension AppleMusic {
  /// A playlist of the catalog.
  public typealias Playlist = Resource<Playlists>

  /// The kind `playlists`.
  public struct Playlists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Playlists())
    /// `playlists`.
    public static let name = "playlists"

    /// Its curator, of any kind.
    public let curator = Property<Item>("curator")
    /// The same playlist in the user's library.
    public let library = Property<Item>("library")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")
    /// Artists on it.
    public let featuredArtists = Property<Artist>(view: "featured-artists")
    /// More of the same curator.
    public let moreByCurator = Property<Playlist>(view: "more-by-curator")

    /// What describes its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// A playlist in the library of a user.
  public typealias LibraryPlaylist = Resource<LibraryPlaylists>

  /// The kind `library-playlists`.
  public struct LibraryPlaylists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryPlaylists())
    /// `library-playlists`.
    public static let name = "library-playlists"

    /// The same playlist in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its curator, of any kind.
    public let curator = Property<Item>("curator")
    /// The folder that it is in.
    public let parent = Property<LibraryPlaylistFolder>("parent")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")

    /// What describes its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// A folder of playlists in the library of a user.
  public typealias LibraryPlaylistFolder = Resource<LibraryPlaylistFolders>

  /// The kind `library-playlist-folders`.
  public struct LibraryPlaylistFolders: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryPlaylistFolders())
    /// `library-playlist-folders`.
    public static let name = "library-playlist-folders"

    /// Playlists and folders in it.
    public let children = Property<Item>("children")
    /// The folder that it is in.
    public let parent = Property<LibraryPlaylistFolder>("parent")

    /// What describes its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// What describes a playlist, of the catalog or a library. Each attribute is `nil` where it was not sent.
  public struct PlaylistAttributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The names of the artists on it in one text. Only by `extend`.
    public var artistNames: String?
    /// The picture.
    public var artwork: Artwork?
    /// The forms of sound, in an older spelling.
    public var audioTraits: [AudioVariant]?
    /// Whether it is explicit or cleaned; `nil`: neither.
    public var contentRating: ContentRating?
    /// Who made it, by name.
    public var curatorName: String?
    /// What it is; may hold HTML.
    public var description: EditorialNotes?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: EditorialNotes?
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
    public var playParams: PlayParameters?
    /// The notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// Who makes it.
    public var playlistType: PlaylistType?
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
    /// Whether the user may delete it.
    public var canDelete: Bool?
    /// Whether the user may change it.
    public var canEdit: Bool?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?
    /// Whether the catalog has it too.
    public var hasCatalog: Bool?
    /// Whether others may see it.
    public var isPublic: Bool?

    /// When it changed last.
    public var lastModified: Date? { lastModifiedDate.flatMap(AppleMusic.date) }
    /// When it came into the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes one of which nothing is known.
    public init() {}
  }
}
