import PlayerKitServices

extension AppleMusic {
  /// A reply with groups of results: of a search, of charts, of hints.
  ///
  /// The groups are available as properties: `reply.songs`.
  @dynamicMemberLookup
  public struct ResultsDocument<Results: Member>: Codable, Hashable, Sendable {
    /// The groups.
    public var results: Results
    /// The service's metadata of the reply.
    public var meta: JSONValue?

    /// The names of the groups, the most relevant first. Empty if the service does not state them.
    public var order: [String] { names("order") }

    /// The order before editorial changes.
    public var rawOrder: [String] { names("rawOrder") }

    private func names(_ key: String) -> [String] {
      meta?["results"]?[key]?.array?.compactMap(\.string) ?? []
    }

    /// A group.
    public subscript<Value>(dynamicMember path: KeyPath<Results, Value>) -> Value {
      results[keyPath: path]
    }
  }

  /// The reply to a search of the catalog or the library.
  public typealias SearchDocument = ResultsDocument<SearchResults>
  /// The reply to a request for charts.
  public typealias ChartsDocument = ResultsDocument<ChartResults>
  /// The reply to a request for hints: search terms.
  public typealias HintsDocument = ResultsDocument<SearchHints>
  /// The reply to a request for suggestions.
  public typealias SuggestionsDocument = ResultsDocument<SearchSuggestions>
}

extension AppleMusic {
  /// The results of a search, one list for each type.
  ///
  /// A type without a match has no group.
  ///
  /// Groups that are unknown to this version or unreadable are in ``FieldValues/others``.
  public typealias SearchResults = FieldValues<SearchGroups>

  /// The groups of ``SearchResults``.
  public struct SearchGroups: FieldSet {
    /// The groups by name.
    public static let table = FieldTable(SearchGroups())

    /// Activities.
    public let activities = Property<Activity>("activities")
    /// Albums.
    public let albums = Property<Album>("albums")
    /// Apple curators.
    public let appleCurators = Property<AppleCurator>("apple-curators")
    /// Artists.
    public let artists = Property<Artist>("artists")
    /// Curators outside Apple.
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
    /// The best matches of all types.
    public let topResults = Property<Item>("topResults")
    /// The best matches, under an older name.
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
  /// Popular search terms that begin with the typed text.
  public struct SearchHints: Codable, Hashable, Sendable {
    /// The terms, the most likely first.
    public var terms: [String]?
  }

  /// Search terms and items that complete the typed text.
  public struct SearchSuggestions: Codable, Hashable, Sendable {
    /// The suggestions, the most likely first.
    public var suggestions: LossyArray<SearchSuggestion>?
  }

  /// A search term, or an item of the catalog.
  public struct SearchSuggestion: Codable, Hashable, Sendable {
    /// Either `terms` or `topResults`.
    public var kind: String?
    /// The term to search for.
    public var searchTerm: String?
    /// The term for display.
    public var displayTerm: String?
    /// The item.
    public var content: Item?
  }
}

extension AppleMusic {
  /// The charts, one list of them for each type.
  ///
  /// A type without charts has no group.
  ///
  /// Groups that are unknown to this version or unreadable are in ``FieldValues/others``.
  public typealias ChartResults = FieldValues<ChartGroups>

  /// The groups of ``ChartResults``.
  public struct ChartGroups: FieldSet {
    /// The groups by name.
    public static let table = FieldTable(ChartGroups())

    /// Charts of songs.
    public let songs = Field<LossyArray<Chart<Song>>>("songs")
    /// Charts of albums.
    public let albums = Field<LossyArray<Chart<Album>>>("albums")
    /// Charts of playlists.
    public let playlists = Field<LossyArray<Chart<Playlist>>>("playlists")
    /// Charts of music videos.
    public let musicVideos = Field<LossyArray<Chart<MusicVideo>>>("music-videos")
    /// The charts of cities, each a list of playlists.
    public let cityCharts = Field<LossyArray<Chart<Playlist>>>("cityCharts")
    /// The charts of countries and the world, each a list of playlists.
    public let dailyGlobalTopCharts = Field<LossyArray<Chart<Playlist>>>("dailyGlobalTopCharts")
  }
}

extension AppleMusic {
  /// One chart: a list with a heading.
  public struct Chart<Element: Member>: Hashable, Sendable {
    /// The kind of chart, `most-played`.
    public var chart: String?
    /// The heading, for people.
    public var name: String?
    /// The name of the chart in the reply's order, `most-played:songs`.
    public var orderId: String?
    /// The first page of its members.
    public var members: Collection<Element>
  }
}

extension AppleMusic.Chart: Codable {
  private enum CodingKeys: String, CodingKey {
    case chart, name, orderId
  }

  /// Reads a chart. Heading and list are in the same object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    chart = try container.decodeIfPresent(String.self, forKey: .chart)
    name = try container.decodeIfPresent(String.self, forKey: .name)
    orderId = try container.decodeIfPresent(String.self, forKey: .orderId)
    members = try AppleMusic.Collection(from: decoder)
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(chart, forKey: .chart)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(orderId, forKey: .orderId)
    try members.encode(to: encoder)
  }
}
