import PlayerKitServices

extension AppleMusic {
  /// An artist of the catalog.
  public typealias Artist = Resource<Artists>

  /// The kind `artists`.
  public struct Artists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(Artists())
    /// `artists`.
    public static let name = "artists"

    /// Their albums.
    public let albums = Property<Album>("albums")
    /// Their genres.
    public let genres = Property<Genre>("genres")
    /// Their videos.
    public let musicVideos = Property<MusicVideo>("music-videos")
    /// Playlists of them.
    public let playlists = Property<Playlist>("playlists")
    /// Their songs; older answers only.
    public let songs = Property<Song>("songs")
    /// The station that starts from them.
    public let station = Property<Station>("station")
    /// Albums on which they appear.
    public let appearsOnAlbums = Property<Album>(view: "appears-on-albums")
    /// Compilations.
    public let compilationAlbums = Property<Album>(view: "compilation-albums")
    /// Albums that the editors recommend.
    public let featuredAlbums = Property<Album>(view: "featured-albums")
    /// Videos that the editors recommend.
    public let featuredMusicVideos = Property<MusicVideo>(view: "featured-music-videos")
    /// Playlists that the editors recommend.
    public let featuredPlaylists = Property<Playlist>(view: "featured-playlists")
    /// Releases that the editors recommend.
    public let featuredReleases = Property<Item>(view: "featured-releases")
    /// Albums of full length.
    public let fullAlbums = Property<Album>(view: "full-albums")
    /// The latest release.
    public let latestRelease = Property<Album>(view: "latest-release")
    /// Live albums.
    public let liveAlbums = Property<Album>(view: "live-albums")
    /// Their radio shows.
    public let radioShows = Property<Item>(view: "radio-shows")
    /// Artists like them.
    public let similarArtists = Property<Artist>(view: "similar-artists")
    /// Singles and EPs.
    public let singles = Property<Album>(view: "singles")
    /// Their most popular videos.
    public let topMusicVideos = Property<MusicVideo>(view: "top-music-videos")
    /// Their most popular songs.
    public let topSongs = Property<Song>(view: "top-songs")

    /// What describes its resources.
    public typealias Attributes = ArtistAttributes
  }

  /// An artist in the library of a user.
  public typealias LibraryArtist = Resource<LibraryArtists>

  /// The kind `library-artists`.
  public struct LibraryArtists: ResourceKind {
    /// What its resources may have.
    public static let table = FieldTable(LibraryArtists())
    /// `library-artists`.
    public static let name = "library-artists"

    /// Their albums.
    public let albums = Property<LibraryAlbum>("albums")
    /// The same artist in the catalog.
    public let catalog = Property<Item>("catalog")

    /// What describes its resources.
    public typealias Attributes = ArtistAttributes
  }

  /// What describes an artist, of the catalog or a library. Each attribute is `nil` where it was not sent.
  public struct ArtistAttributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: Artwork?
    /// The biography. Only by `extend`.
    public var artistBio: String?
    /// When born, or formed. Only by `extend`.
    public var bornOrFormed: String?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: EditorialNotes?
    /// Moving pictures of the editors. Only by `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres; `Music`, the root of them, among them.
    public var genreNames: [String]?
    /// What the page opens with. Only by `extend`.
    public var hero: JSONValue?
    /// Whether it is a group. Only by `extend`.
    public var isGroup: Bool?
    /// Where from. Only by `extend`.
    public var origin: String?
    /// The notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The address of its page in Apple Music.
    public var url: String?
    /// When it came into the user's library, ISO 8601.
    public var dateAdded: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
