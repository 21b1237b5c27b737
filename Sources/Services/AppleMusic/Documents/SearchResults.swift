import MusicCatalog

extension AppleMusic {
  /// What a search found, a list a type.
  ///
  /// A type without hits has no group.
  ///
  /// A group that this version does not know or cannot read is in ``FieldValues/others``.
  public typealias SearchResults = FieldValues<SearchGroups>

  /// The groups of ``SearchResults``.
  public struct SearchGroups: FieldSet {
    /// The groups by name.
    public static let table = FieldTable(SearchGroups())

    /// Activities.
    public let activities = Property<Activity>("activities")
    /// Albums.
    public let albums = Property<Album>("albums")
    /// Curators of Apple.
    public let appleCurators = Property<AppleCurator>("apple-curators")
    /// Artists.
    public let artists = Property<Artist>("artists")
    /// Curators outside of Apple.
    public let curators = Property<Curator>("curators")
    /// Genres.
    public let genres = Property<Genre>("genres")
    /// Music videos.
    public let musicVideos = Property<MusicVideo>("music-videos")
    /// Playlists.
    public let playlists = Property<Playlist>("playlists")
    /// Record labels.
    public let recordLabels = Property<RecordLabel>("record-labels")
    /// Songs.
    public let songs = Property<Song>("songs")
    /// Stations.
    public let stations = Property<Station>("stations")
    /// The best hits of all types.
    public let topResults = Property<Item>("topResults")
    /// The best hits, in an older spelling.
    public let top = Property<Item>("top")
    /// Songs of the library.
    public let librarySongs = Property<LibrarySong>("library-songs")
    /// Albums of the library.
    public let libraryAlbums = Property<LibraryAlbum>("library-albums")
    /// Artists of the library.
    public let libraryArtists = Property<LibraryArtist>("library-artists")
    /// Playlists of the library.
    public let libraryPlaylists = Property<LibraryPlaylist>("library-playlists")
    /// Music videos of the library.
    public let libraryMusicVideos = Property<LibraryMusicVideo>("library-music-videos")
  }
}

extension AppleMusic {
  /// Terms that others search for, beginning with what was typed.
  public struct SearchHints: Codable, Hashable, Sendable {
    /// The terms, the likeliest first.
    public var terms: [String]?

    /// Makes hints.
    public init(terms: [String]? = nil) { self.terms = terms }
  }

  /// Terms and things that what was typed may be the beginning of.
  public struct SearchSuggestions: Codable, Hashable, Sendable {
    /// The suggestions, the likeliest first.
    public var suggestions: LossyArray<SearchSuggestion>?

    /// Makes suggestions.
    public init(_ suggestions: [SearchSuggestion] = []) {
      self.suggestions = LossyArray(suggestions)
    }
  }

  /// A term to search for, or a thing of the catalog.
  public struct SearchSuggestion: Codable, Hashable, Sendable {
    /// Which of both: `terms` or `topResults`.
    public var kind: String?
    /// The term to search for.
    public var searchTerm: String?
    /// The term as it is to be shown.
    public var displayTerm: String?
    /// The thing.
    public var content: Item?

    /// Makes one of which nothing is known.
    public init() {}
  }
}
