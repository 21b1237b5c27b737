extension AppleMusic {
  /// An artist of the catalog.
  public typealias Artist = Resource<Artists>

  /// The kind `artists`.
  public enum Artists: ResourceKind {
    /// `artists`.
    public static let name = "artists"
  }
}

extension AppleMusic.Artists {
  /// What describes an artist. Each attribute is `nil` where it was not sent.
  public struct Attributes: Codable, Hashable, Sendable {
    /// The name, in the language asked for.
    public var name: String?
    /// The picture.
    public var artwork: AppleMusic.Artwork?
    /// The biography. Only by `extend`.
    public var artistBio: String?
    /// When born, or formed. Only by `extend`.
    public var bornOrFormed: String?
    /// Further pictures of the editors. Only by `extend`.
    public var editorialArtwork: JSONValue?
    /// What the editors write about it; may hold HTML.
    public var editorialNotes: AppleMusic.EditorialNotes?
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
    public var plainEditorialNotes: AppleMusic.EditorialNotes?
    /// The address of its page in Apple Music.
    public var url: String?

    /// Makes one of which nothing is known.
    public init() {}
  }
}

extension AppleMusic.Artists {
  /// What an artist is related to. Each is `nil` where the service did not name it.
  public struct Relationships: AppleMusic.PropertyGroup {
    /// Their albums.
    public var albums: AppleMusic.Collection<AppleMusic.Album>?
    /// Their genres.
    public var genres: AppleMusic.Collection<AppleMusic.Genre>?
    /// Their videos.
    public var musicVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// Playlists of them.
    public var playlists: AppleMusic.Collection<AppleMusic.Playlist>?
    /// Their songs; older answers only.
    public var songs: AppleMusic.Collection<AppleMusic.Song>?
    /// The station that starts from them.
    public var station: AppleMusic.Collection<AppleMusic.Station>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("albums") { albums = other.albums ?? albums }
      if names.contains("genres") { genres = other.genres ?? genres }
      if names.contains("music-videos") { musicVideos = other.musicVideos ?? musicVideos }
      if names.contains("playlists") { playlists = other.playlists ?? playlists }
      if names.contains("songs") { songs = other.songs ?? songs }
      if names.contains("station") { station = other.station ?? station }
    }

    enum CodingKeys: String, CodingKey {
      case albums, genres, playlists, songs, station
      case musicVideos = "music-videos"
    }
  }
}

extension AppleMusic.Artists {
  /// Lists composed for an artist; `nil` where not asked for, or where there is none.
  public struct Views: AppleMusic.PropertyGroup {
    /// Albums on which they appear.
    public var appearsOnAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// Compilations.
    public var compilationAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// Albums that the editors recommend.
    public var featuredAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// Videos that the editors recommend.
    public var featuredMusicVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// Playlists that the editors recommend.
    public var featuredPlaylists: AppleMusic.Collection<AppleMusic.Playlist>?
    /// Releases that the editors recommend.
    public var featuredReleases: AppleMusic.Collection<AppleMusic.Item>?
    /// Albums of full length.
    public var fullAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// The latest release.
    public var latestRelease: AppleMusic.Collection<AppleMusic.Album>?
    /// Live albums.
    public var liveAlbums: AppleMusic.Collection<AppleMusic.Album>?
    /// Their radio shows.
    public var radioShows: AppleMusic.Collection<AppleMusic.Item>?
    /// Artists like them.
    public var similarArtists: AppleMusic.Collection<AppleMusic.Artist>?
    /// Singles and EPs.
    public var singles: AppleMusic.Collection<AppleMusic.Album>?
    /// Their most popular videos.
    public var topMusicVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// Their most popular songs.
    public var topSongs: AppleMusic.Collection<AppleMusic.Song>?

    /// Makes one of which nothing is known.
    public init() {}

    /// Takes those named from `other`, and leaves the rest.
    public mutating func take(_ names: Set<String>, from other: Self) {
      if names.contains("appears-on-albums") {
        appearsOnAlbums = other.appearsOnAlbums ?? appearsOnAlbums
      }
      if names.contains("compilation-albums") {
        compilationAlbums = other.compilationAlbums ?? compilationAlbums
      }
      if names.contains("featured-albums") {
        featuredAlbums = other.featuredAlbums ?? featuredAlbums
      }
      if names.contains("featured-music-videos") {
        featuredMusicVideos = other.featuredMusicVideos ?? featuredMusicVideos
      }
      if names.contains("featured-playlists") {
        featuredPlaylists = other.featuredPlaylists ?? featuredPlaylists
      }
      if names.contains("featured-releases") {
        featuredReleases = other.featuredReleases ?? featuredReleases
      }
      if names.contains("full-albums") { fullAlbums = other.fullAlbums ?? fullAlbums }
      if names.contains("latest-release") { latestRelease = other.latestRelease ?? latestRelease }
      if names.contains("live-albums") { liveAlbums = other.liveAlbums ?? liveAlbums }
      if names.contains("radio-shows") { radioShows = other.radioShows ?? radioShows }
      if names.contains("similar-artists") {
        similarArtists = other.similarArtists ?? similarArtists
      }
      if names.contains("singles") { singles = other.singles ?? singles }
      if names.contains("top-music-videos") {
        topMusicVideos = other.topMusicVideos ?? topMusicVideos
      }
      if names.contains("top-songs") { topSongs = other.topSongs ?? topSongs }
    }

    enum CodingKeys: String, CodingKey {
      case singles
      case appearsOnAlbums = "appears-on-albums"
      case compilationAlbums = "compilation-albums"
      case featuredAlbums = "featured-albums"
      case featuredMusicVideos = "featured-music-videos"
      case featuredPlaylists = "featured-playlists"
      case featuredReleases = "featured-releases"
      case fullAlbums = "full-albums"
      case latestRelease = "latest-release"
      case liveAlbums = "live-albums"
      case radioShows = "radio-shows"
      case similarArtists = "similar-artists"
      case topMusicVideos = "top-music-videos"
      case topSongs = "top-songs"
    }
  }
}

extension AppleMusic.Property where Kind == AppleMusic.Artists {
  /// The relationship `albums`: their albums.
  public static var albums: Self { .relationship("albums") }
  /// The relationship `genres`: their genres.
  public static var genres: Self { .relationship("genres") }
  /// The relationship `music-videos`: their videos.
  public static var musicVideos: Self { .relationship("music-videos") }
  /// The relationship `playlists`: playlists of them.
  public static var playlists: Self { .relationship("playlists") }
  /// The relationship `songs`: their songs; older answers only.
  public static var songs: Self { .relationship("songs") }
  /// The relationship `station`: the station that starts from them.
  public static var station: Self { .relationship("station") }
  /// The view `appears-on-albums`: albums on which they appear.
  public static var appearsOnAlbums: Self { .view("appears-on-albums") }
  /// The view `compilation-albums`: compilations.
  public static var compilationAlbums: Self { .view("compilation-albums") }
  /// The view `featured-albums`: albums that the editors recommend.
  public static var featuredAlbums: Self { .view("featured-albums") }
  /// The view `featured-music-videos`: videos that the editors recommend.
  public static var featuredMusicVideos: Self { .view("featured-music-videos") }
  /// The view `featured-playlists`: playlists that the editors recommend.
  public static var featuredPlaylists: Self { .view("featured-playlists") }
  /// The view `featured-releases`: releases that the editors recommend.
  public static var featuredReleases: Self { .view("featured-releases") }
  /// The view `full-albums`: albums of full length.
  public static var fullAlbums: Self { .view("full-albums") }
  /// The view `latest-release`: the latest release.
  public static var latestRelease: Self { .view("latest-release") }
  /// The view `live-albums`: live albums.
  public static var liveAlbums: Self { .view("live-albums") }
  /// The view `radio-shows`: their radio shows.
  public static var radioShows: Self { .view("radio-shows") }
  /// The view `similar-artists`: artists like them.
  public static var similarArtists: Self { .view("similar-artists") }
  /// The view `singles`: singles and EPs.
  public static var singles: Self { .view("singles") }
  /// The view `top-music-videos`: their most popular videos.
  public static var topMusicVideos: Self { .view("top-music-videos") }
  /// The view `top-songs`: their most popular songs.
  public static var topSongs: Self { .view("top-songs") }
}
