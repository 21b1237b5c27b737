import Foundation
import PlayerKitServices
import PlayerKitSystem

extension AppleMusic {
  /// A playlist of the catalog.
  public typealias Playlist = Resource<Playlists>

  /// The kind `playlists`.
  public struct Playlists: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Playlists())
    /// `playlists`.
    public static let name = "playlists"

    /// Its curator, of any kind.
    public let curator = Property<Item>("curator")
    /// The same playlist in the user's library.
    public let library = Property<Item>("library")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")
    /// The artists on it.
    public let featuredArtists = Property<Artist>(view: "featured-artists")
    /// More by the same curator.
    public let moreByCurator = Property<Playlist>(view: "more-by-curator")

    /// The attributes of its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// A playlist in the library of a user.
  public typealias LibraryPlaylist = Resource<LibraryPlaylists>

  /// The kind `library-playlists`.
  public struct LibraryPlaylists: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(LibraryPlaylists())
    /// `library-playlists`.
    public static let name = "library-playlists"

    /// The same playlist in the catalog.
    public let catalog = Property<Item>("catalog")
    /// Its curator, of any kind.
    public let curator = Property<Item>("curator")
    /// The parent folder.
    public let parent = Property<LibraryPlaylistFolder>("parent")
    /// Its songs and music videos.
    public let tracks = Property<Item>("tracks")

    /// The attributes of its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// A folder of playlists in the library of a user.
  public typealias LibraryPlaylistFolder = Resource<LibraryPlaylistFolders>

  /// The kind `library-playlist-folders`.
  public struct LibraryPlaylistFolders: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(LibraryPlaylistFolders())
    /// `library-playlist-folders`.
    public static let name = "library-playlist-folders"

    /// The playlists and folders in it.
    public let children = Property<Item>("children")
    /// The parent folder.
    public let parent = Property<LibraryPlaylistFolder>("parent")

    /// The attributes of its resources.
    public typealias Attributes = PlaylistAttributes
  }

  /// The attributes of a playlist of the catalog or a library. An attribute is `nil` if it was not
  /// sent.
  public struct PlaylistAttributes: Codable, Hashable, Sendable {
    /// The name, in the requested language.
    public var name: String?
    /// The names of the artists on it in one string. Only with `extend`.
    public var artistNames: String?
    /// The picture.
    public var artwork: Artwork?
    /// The audio variants, under an older name.
    public var audioTraits: [AudioVariant]?
    /// The content rating, explicit or clean. `nil` if neither applies.
    public var contentRating: ContentRating?
    /// The name of the curator.
    public var curatorName: String?
    /// The description. May contain HTML.
    public var description: EditorialNotes?
    /// Additional editorial pictures. Only with `extend`.
    public var editorialArtwork: JSONValue?
    /// The editorial notes. May contain HTML.
    public var editorialNotes: EditorialNotes?
    /// Editorial videos. Only with `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres, including the root `Music`.
    public var genreNames: [String]?
    /// Whether several users edit it.
    public var hasCollaboration: Bool?
    /// Whether it is a chart.
    public var isChart: Bool?
    /// The date of the last change, ISO 8601.
    public var lastModifiedDate: String?
    /// The offers for purchase. Only with `extend`.
    public var offers: JSONValue?
    /// The parameters for playback. `nil` if it cannot be streamed in this storefront.
    public var playParams: PlayParameters?
    /// The editorial notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The kind of author.
    public var playlistType: PlaylistType?
    /// Whether Apple Music Sing is supported.
    public var supportsSing: Bool?
    /// The number of tracks.
    public var trackCount: Int?
    /// The kinds of its tracks. Only with `extend`.
    public var trackTypes: [String]?
    /// The URL of its page at Apple Music.
    public var url: String?
    /// A hash of the content.
    public var versionHash: String?
    /// Whether the user may delete it.
    public var canDelete: Bool?
    /// Whether the user may change it.
    public var canEdit: Bool?
    /// The date when it was added to the user's library, ISO 8601.
    public var dateAdded: String?
    /// Whether the catalog also has it.
    public var hasCatalog: Bool?
    /// Whether others may see it.
    public var isPublic: Bool?

    /// The date of the last change.
    public var lastModified: Date? { lastModifiedDate.flatMap(AppleMusic.date) }
    /// The date when it was added to the library.
    public var added: Date? { dateAdded.flatMap(AppleMusic.date) }

    /// Makes an empty value.
    public init() {}
  }
}
