import MusicCatalog

extension AppleMusic {
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

extension Swift.Collection where Element == AppleMusic.TypeName {
  /// The names as one parameter, each once.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where there is none, or one is no name.
  func parameter() throws -> String {
    guard !isEmpty else { throw RequestChecks.invalid("This needs at least one type.") }
    var seen = Set<String>()
    let names = map(\.rawValue).filter { seen.insert($0).inserted }
    for name in names { try RequestChecks.name(name) }
    return names.joined(separator: ",")
  }
}
