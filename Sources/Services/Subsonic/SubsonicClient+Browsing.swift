import PlayerKitServices

extension Subsonic {
  /// By what a list of albums is chosen and ordered. The set is open.
  public struct AlbumOrder: Hashable, Sendable {
    let parameters: [String: String]

    /// Takes the service's word, and what goes with it.
    public init(_ type: String, _ parameters: [String: String] = [:]) {
      self.parameters = parameters.merging(["type": type]) { $1 }
    }

    /// Any.
    public static let random = AlbumOrder("random")
    /// What the server got last first.
    public static let newest = AlbumOrder("newest")
    /// What the user rated highest first.
    public static let highest = AlbumOrder("highest")
    /// What was played most often first.
    public static let frequent = AlbumOrder("frequent")
    /// What was played last first.
    public static let recent = AlbumOrder("recent")
    /// What the user starred.
    public static let starred = AlbumOrder("starred")
    /// By the title.
    public static let byName = AlbumOrder("alphabeticalByName")
    /// By the artist.
    public static let byArtist = AlbumOrder("alphabeticalByArtist")
    /// Of these years, by them; the other way round where the first is the later.
    public static func byYear(from first: Int, to last: Int) -> AlbumOrder {
      AlbumOrder("byYear", ["fromYear": String(first), "toYear": String(last)])
    }
    /// Of a genre.
    public static func byGenre(_ genre: String) -> AlbumOrder {
      AlbumOrder("byGenre", ["genre": genre])
    }
  }
}

extension SubsonicClient {
  /// All artists.
  public func artists() async throws -> Subsonic.Artists {
    try await answer(to: "getArtists").artists ?? Subsonic.Artists()
  }

  /// An artist with the albums.
  public func artist(_ id: String) async throws -> Subsonic.Artist {
    try required(await answer(to: "getArtist", [("id", try checked(id))]).artist)
  }

  /// An album with its songs.
  public func album(_ id: String) async throws -> Subsonic.Album {
    try required(await answer(to: "getAlbum", [("id", try checked(id))]).album)
  }

  /// A song.
  public func song(_ id: String) async throws -> Subsonic.Song {
    try required(await answer(to: "getSong", [("id", try checked(id))]).song)
  }

  /// Albums, at most 500 at once.
  public func albums(
    _ order: Subsonic.AlbumOrder,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> [Subsonic.Album] {
    let given = order.parameters.sorted { $0.key < $1.key }.map { ($0.key, Optional($0.value)) }
    let answer = try await answer(to: "getAlbumList2", given + page("size", limit, offset))
    return array(answer.albumList2?.album)
  }

  /// All genres.
  public func genres() async throws -> [Subsonic.Genre] {
    array(try await answer(to: "getGenres").genres?.genre)
  }

  /// The songs of a genre, at most 500 at once.
  public func songs(
    ofGenre genre: String,
    limit: Int = 100,
    offset: Int = 0
  ) async throws -> [Subsonic.Song] {
    let query = [("genre", genre as String?)] + page("count", limit, offset)
    return array(try await answer(to: "getSongsByGenre", query).songsByGenre?.song)
  }

  /// Searches. An empty term finds all, on an OpenSubsonic server.
  ///
  /// - Parameters:
  ///   - artists: how many of them, from `offset` on; so for the others.
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

  /// Any songs, at most 500.
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

  /// Songs like those of an artist; empty where the server asks no service that knows.
  public func similarSongs(
    toArtist id: String,
    limit: Int = 50
  ) async throws -> [Subsonic.Song] {
    let query = [("id", try checked(id) as String?), ("count", String(max(limit, 1)))]
    return array(try await answer(to: "getSimilarSongs2", query).similarSongs2?.song)
  }

  /// An artist's best known songs; empty where the server asks no service that knows.
  public func topSongs(ofArtist name: String, limit: Int = 50) async throws -> [Subsonic.Song] {
    let query = [("artist", name as String?), ("count", String(max(limit, 1)))]
    return array(try await answer(to: "getTopSongs", query).topSongs?.song)
  }

  /// The stations that the server lists.
  public func stations() async throws -> [Subsonic.Station] {
    array(
      try await answer(to: "getInternetRadioStations").internetRadioStations?.internetRadioStation
    )
  }

  /// The podcasts that the server follows, or one of them, with their episodes.
  public func podcasts(_ id: String? = nil) async throws -> [Subsonic.Channel] {
    let query = [("includeEpisodes", "true"), ("id", try id.map(checked))]
    return array(try await answer(to: "getPodcasts", query).podcasts?.channel)
  }

  // MARK: - What calls are made of

  func array<Element>(_ members: Subsonic.Members<Element>?) -> [Element] {
    members.map(Array.init) ?? []
  }

  func required<Value>(_ value: Value?) throws(CatalogError) -> Value {
    if let value { return value }
    throw CatalogError(
      .malformedReply,
      "The answer lacks what was asked for.",
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
