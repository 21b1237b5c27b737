import PlayerKitServices

extension AppleMusic {
  /// Whether something is explicit.
  public struct ContentRating: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not for everybody's ears.
    public static let explicit = Self(rawValue: "explicit")
    /// A version from which that was taken.
    public static let clean = Self(rawValue: "clean")
  }

  /// Who makes a playlist.
  public struct PlaylistType: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Apple's editors.
    public static let editorial = Self(rawValue: "editorial")
    /// A curator outside of Apple.
    public static let external = Self(rawValue: "external")
    /// Apple's machines, for one user.
    public static let personalMix = Self(rawValue: "personal-mix")
    /// Apple's machines, of what one user played.
    public static let replay = Self(rawValue: "replay")
    /// A user, for others.
    public static let userShared = Self(rawValue: "user-shared")
  }

  /// What becomes of explicit content in a storefront.
  public struct ExplicitContentPolicy: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There, and shown.
    public static let allowed = Self(rawValue: "allowed")
    /// There for those who ask for it.
    public static let optIn = Self(rawValue: "opt-in")
    /// Not there.
    public static let prohibited = Self(rawValue: "prohibited")
  }

  /// A form of sound.
  public struct AudioVariant: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Dolby Atmos.
    public static let dolbyAtmos = Self(rawValue: "dolby-atmos")
    /// Dolby Audio.
    public static let dolbyAudio = Self(rawValue: "dolby-audio")
    /// Lossless above 48 kHz.
    public static let hiResLossless = Self(rawValue: "hi-res-lossless")
    /// Lossless.
    public static let lossless = Self(rawValue: "lossless")
    /// Two channels, with loss.
    public static let lossyStereo = Self(rawValue: "lossy-stereo")
  }

  /// The name of a kind of resource, as searches, charts and ratings are told it.
  public struct TypeName: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Songs of the catalog.
    public static let songs = Self(rawValue: Songs.name)
    /// Albums of the catalog.
    public static let albums = Self(rawValue: Albums.name)
    /// Artists.
    public static let artists = Self(rawValue: Artists.name)
    /// Playlists of the catalog.
    public static let playlists = Self(rawValue: Playlists.name)
    /// Music videos.
    public static let musicVideos = Self(rawValue: MusicVideos.name)
    /// Radio stations.
    public static let stations = Self(rawValue: Stations.name)
    /// Curators outside of Apple.
    public static let curators = Self(rawValue: Curators.name)
    /// Curators of Apple.
    public static let appleCurators = Self(rawValue: AppleCurators.name)
    /// Activities and moods.
    public static let activities = Self(rawValue: Activities.name)
    /// Record labels.
    public static let recordLabels = Self(rawValue: RecordLabels.name)
    /// Songs of the library.
    public static let librarySongs = Self(rawValue: LibrarySongs.name)
    /// Albums of the library.
    public static let libraryAlbums = Self(rawValue: LibraryAlbums.name)
    /// Artists of the library.
    public static let libraryArtists = Self(rawValue: LibraryArtists.name)
    /// Playlists of the library.
    public static let libraryPlaylists = Self(rawValue: LibraryPlaylists.name)
    /// Music videos of the library.
    public static let libraryMusicVideos = Self(rawValue: LibraryMusicVideos.name)
  }
}

// Synthesized decoding picks these overloads, and is faster for it: a value that is a text needs no
// decoder of its own.
extension KeyedDecodingContainer {
  func decodeIfPresent<Name: ExtensibleString>(
    _ type: Name.Type,
    forKey key: Key
  ) throws -> Name? {
    try decodeIfPresent(String.self, forKey: key).map(Name.init(rawValue:))
  }

  func decodeIfPresent<Name: ExtensibleString>(
    _ type: [Name].Type,
    forKey key: Key
  ) throws -> [Name]? {
    try decodeIfPresent([String].self, forKey: key)?.map(Name.init(rawValue:))
  }

  /// A text that must be there, such as an id; a number counts as one.
  func text(_ key: Key) throws -> String {
    try decodeIfPresent(String.self, forKey: key) ?? decode(String.self, forKey: key)
  }
}
