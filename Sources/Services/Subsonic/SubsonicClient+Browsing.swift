import PlayerKitServices

extension Subsonic {
  /// The selection and order of a list of albums. The set is open.
  public struct AlbumOrder: Hashable, Sendable {
    let parameters: [String: String]

    /// Creates an order from the service's name and parameters.
    public init(_ type: String, _ parameters: [String: String] = [:]) {
      self.parameters = parameters.merging(["type": type]) { $1 }
    }

    /// Random albums.
    public static let random = AlbumOrder("random")
    /// Most recently added first.
    public static let newest = AlbumOrder("newest")
    /// The user's highest rated first.
    public static let highest = AlbumOrder("highest")
    /// Most often played first.
    public static let frequent = AlbumOrder("frequent")
    /// Most recently played first.
    public static let recent = AlbumOrder("recent")
    /// Albums that the user starred.
    public static let starred = AlbumOrder("starred")
    /// By title.
    public static let byName = AlbumOrder("alphabeticalByName")
    /// By artist.
    public static let byArtist = AlbumOrder("alphabeticalByArtist")
    /// Albums of a range of years, by year. Descending if the first year is the later one.
    public static func byYear(from first: Int, to last: Int) -> AlbumOrder {
      AlbumOrder("byYear", ["fromYear": String(first), "toYear": String(last)])
    }
    /// Albums of a genre.
    public static func byGenre(_ genre: String) -> AlbumOrder {
      AlbumOrder("byGenre", ["genre": genre])
    }
  }
}

extension SubsonicClient {
  /// Returns all artists.
  public func artists() async throws -> Subsonic.Artists {
    try await answer(to: "getArtists").artists ?? Subsonic.Artists()
  }

  /// Returns an artist with the albums.
  public func artist(_ id: String) async throws -> Subsonic.Artist {
    try required(await answer(to: "getArtist", [("id", try checked(id))]).artist)
  }

  /// Returns an album with its songs.
  public func album(_ id: String) async throws -> Subsonic.Album {
    try required(await answer(to: "getAlbum", [("id", try checked(id))]).album)
  }

  /// Returns a song.
  public func song(_ id: String) async throws -> Subsonic.Song {
    try required(await answer(to: "getSong", [("id", try checked(id))]).song)
  }

  /// Returns albums, at most 500 per call.
  public func albums(
    _ order: Subsonic.AlbumOrder,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> [Subsonic.Album] {
    let given = order.parameters.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value)) }
    let answer = try await answer(to: "getAlbumList2", given + page("size", limit, offset))
    return array(answer.albumList2?.album)
  }

  /// Returns all genres.
  public func genres() async throws -> [Subsonic.Genre] {
    array(try await answer(to: "getGenres").genres?.genre)
  }

  /// Returns the songs of a genre, at most 500 per call.
  public func songs(
    ofGenre genre: String,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> [Subsonic.Song] {
    let query = [("genre", genre as String?)] + page("count", limit, offset)
    return array(try await answer(to: "getSongsByGenre", query).songsByGenre?.song)
  }

  /// Searches the server. On an OpenSubsonic server, an empty term finds everything.
  ///
  /// - Parameters:
  ///   - term: What the user typed.
  ///   - albums: The maximum number of albums.
  ///   - songs: The maximum number of songs.
  ///   - offset: The number of results to skip.
  ///   - artists: The maximum number of artists, starting at `offset`. The same applies to the
  ///     other kinds.
  public func search(
    _ term: String,
    artists: Int = 0,
    albums: Int = 0,
    songs: Int = 0,
    offset: Int = 0
  ) async throws -> Subsonic.Findings {
    guard term.utf8.count <= RequestBounds.term else {
      throw CatalogError(.invalidArgument, "The term is too long.", service: .subsonic)
    }
    var query: [(String, String?)] = [("query", term)]
    for (kind, count) in [("artist", artists), ("album", albums), ("song", songs)] {
      query.append((kind + "Count", String(max(0, count))))
      query.append((kind + "Offset", String(max(0, offset))))
    }
    return try await answer(to: "search3", query).searchResult3 ?? Subsonic.Findings()
  }

  /// Returns random songs, at most 500.
  public func randomSongs(
    limit: Int = 50,
    genre: String? = nil,
    fromYear: Int? = nil,
    toYear: Int? = nil
  ) async throws -> [Subsonic.Song] {
    let query = [
      ("size", String(min(max(limit, 1), 500))), ("genre", genre),
      ("fromYear", fromYear.map(String.init)), ("toYear", toYear.map(String.init)),
    ]
    return array(try await answer(to: "getRandomSongs", query).randomSongs?.song)
  }

  /// Returns songs similar to an artist's. Empty if the server has no source for them.
  public func similarSongs(
    toArtist id: String,
    limit: Int = 50
  ) async throws -> [Subsonic.Song] {
    let query = [("id", try checked(id) as String?), ("count", String(max(limit, 1)))]
    return array(try await answer(to: "getSimilarSongs2", query).similarSongs2?.song)
  }

  /// Returns an artist's most popular songs. Empty if the server has no source for them.
  public func topSongs(ofArtist name: String, limit: Int = 50) async throws -> [Subsonic.Song] {
    let query = [("artist", name as String?), ("count", String(max(limit, 1)))]
    return array(try await answer(to: "getTopSongs", query).topSongs?.song)
  }

  /// Returns the radio stations in the server's list.
  public func stations() async throws -> [Subsonic.Station] {
    array(
      try await answer(to: "getInternetRadioStations").internetRadioStations?.internetRadioStation
    )
  }

  /// Returns the podcasts that the server follows, or one of them, with their episodes.
  public func podcasts(_ id: String? = nil) async throws -> [Subsonic.Channel] {
    let query = [("includeEpisodes", "true"), ("id", try id.map(checked))]
    return array(try await answer(to: "getPodcasts", query).podcasts?.channel)
  }

  // MARK: - Helpers

  func array<Element>(_ members: Subsonic.Members<Element>?) -> [Element] {
    members.map(Array.init) ?? []
  }

  func required<Value>(_ value: Value?) throws(CatalogError) -> Value {
    if let value { return value }
    throw CatalogError(
      .malformedReply,
      "The answer does not contain the requested data.",
      service: .subsonic
    )
  }

  func checked(_ id: String) throws(CatalogError) -> String {
    guard !id.isEmpty, id.utf8.count <= RequestBounds.identity else {
      throw CatalogError(.invalidArgument, "The id is empty or too long.", service: .subsonic)
    }
    return id
  }

  private func page(_ name: String, _ limit: Int, _ offset: Int) -> [(String, String?)] {
    [(name, String(min(max(limit, 1), 500))), ("offset", String(max(offset, 0)))]
  }
}
