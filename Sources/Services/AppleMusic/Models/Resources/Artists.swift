import PlayerKitServices

extension AppleMusic {
  /// An artist of the catalog.
  public typealias Artist = Resource<Artists>

  /// The kind `artists`.
  public struct Artists: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(Artists())
    /// `artists`.
    public static let name = "artists"

    /// Their albums.
    public let albums = Property<Album>("albums")
    /// Their genres.
    public let genres = Property<Genre>("genres")
    /// Their videos.
    public let musicVideos = Property<MusicVideo>("music-videos")
    /// Their playlists.
    public let playlists = Property<Playlist>("playlists")
    /// Their songs. Only in older replies.
    public let songs = Property<Song>("songs")
    /// The station based on them.
    public let station = Property<Station>("station")
    /// Albums on which they appear.
    public let appearsOnAlbums = Property<Album>(view: "appears-on-albums")
    /// Compilations.
    public let compilationAlbums = Property<Album>(view: "compilation-albums")
    /// Albums recommended by the editors.
    public let featuredAlbums = Property<Album>(view: "featured-albums")
    /// Videos recommended by the editors.
    public let featuredMusicVideos = Property<MusicVideo>(view: "featured-music-videos")
    /// Playlists recommended by the editors.
    public let featuredPlaylists = Property<Playlist>(view: "featured-playlists")
    /// Releases recommended by the editors.
    public let featuredReleases = Property<Item>(view: "featured-releases")
    /// Full-length albums.
    public let fullAlbums = Property<Album>(view: "full-albums")
    /// The latest release.
    public let latestRelease = Property<Album>(view: "latest-release")
    /// Live albums.
    public let liveAlbums = Property<Album>(view: "live-albums")
    /// Their radio shows.
    public let radioShows = Property<Item>(view: "radio-shows")
    /// Similar artists.
    public let similarArtists = Property<Artist>(view: "similar-artists")
    /// Singles and EPs.
    public let singles = Property<Album>(view: "singles")
    /// Their most popular videos.
    public let topMusicVideos = Property<MusicVideo>(view: "top-music-videos")
    /// Their most popular songs.
    public let topSongs = Property<Song>(view: "top-songs")

    /// The attributes of its resources.
    public typealias Attributes = ArtistAttributes
  }

  /// An artist in the library of a user.
  public typealias LibraryArtist = Resource<LibraryArtists>

  /// The kind `library-artists`.
  public struct LibraryArtists: ResourceKind {
    /// The relationships and views of its resources.
    public static let table = FieldTable(LibraryArtists())
    /// `library-artists`.
    public static let name = "library-artists"

    /// Their albums.
    public let albums = Property<LibraryAlbum>("albums")
    /// The same artist in the catalog.
    public let catalog = Property<Item>("catalog")

    /// The attributes of its resources.
    public typealias Attributes = ArtistAttributes
  }

  /// The attributes of an artist of the catalog or a library. An attribute is `nil` if it was not
  /// sent.
  public struct ArtistAttributes: Codable, Hashable, Sendable {
    /// The name, in the requested language.
    public var name: String?
    /// The picture.
    public var artwork: Artwork?
    /// The biography. Only with `extend`.
    public var artistBio: String?
    /// The date of birth or formation. Only with `extend`.
    public var bornOrFormed: String?
    /// Additional editorial pictures. Only with `extend`.
    public var editorialArtwork: JSONValue?
    /// The editorial notes. May contain HTML.
    public var editorialNotes: EditorialNotes?
    /// Editorial videos. Only with `extend`.
    public var editorialVideo: JSONValue?
    /// The names of its genres, including the root `Music`.
    public var genreNames: [String]?
    /// The header of the page. Only with `extend`.
    public var hero: JSONValue?
    /// Whether the artist is a group. Only with `extend`.
    public var isGroup: Bool?
    /// The place of origin. Only with `extend`.
    public var origin: String?
    /// The editorial notes without HTML.
    public var plainEditorialNotes: EditorialNotes?
    /// The URL of its page at Apple Music.
    public var url: String?
    /// The date when it was added to the user's library, ISO 8601.
    public var dateAdded: String?

    /// Makes an empty value.
    public init() {}
  }
}
