import PlayerKitServices

extension DeezerClient {
  /// A track by its id.
  public func track(_ id: String) async throws -> Deezer.Track {
    try await get("/track/" + Self.checked(id))
  }

  /// A track by its recording's code, in any spelling.
  public func track(isrc: String) async throws -> Deezer.Track {
    guard let code = RecordingCode.normal(isrc) else {
      throw Self.refusal("The ISRC is not of the form CCXXXYYNNNNN.")
    }
    return try await get("/track/isrc:" + code)
  }

  /// An album by its id, with its first tracks.
  public func album(_ id: String) async throws -> Deezer.Album {
    try await get("/album/" + Self.checked(id))
  }

  /// An album by its bar code. Leading zeros vary: as many spellings of the number are asked for as
  /// it takes, four at most.
  public func album(upc: String) async throws -> Deezer.Album {
    guard let code = ProductCode(upc) else {
      throw Self.refusal("The UPC is not a number of 8 … 14 digits.")
    }
    var spellings: [String] = []
    for spelling in [12, 13, 14, 0].map(code.padded) where !spellings.contains(spelling) {
      spellings.append(spelling)
    }
    let last = spellings.removeLast()
    for spelling in spellings {
      do {
        return try await get("/album/upc:" + spelling)
      } catch let error as CatalogError where error.code == .notFound {
        continue
      }
    }
    return try await get("/album/upc:" + last)
  }

  /// An album's tracks.
  ///
  /// - Parameters:
  ///   - limit: how many a page has, 1 … 100; `nil`: the service's 25.
  ///   - index: where to begin, from 0. The same in all lists.
  public func tracks(
    ofAlbum id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/album/" + Self.checked(id) + "/tracks", limit, index)
  }

  /// An artist by the id.
  public func artist(_ id: String) async throws -> Deezer.Artist {
    try await get("/artist/" + Self.checked(id))
  }

  /// An artist's tracks that are played most.
  public func topTracks(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/artist/" + Self.checked(id) + "/top", limit, index)
  }

  /// Artists like another.
  public func relatedArtists(
    to id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Artist> {
    try await list("/artist/" + Self.checked(id) + "/related", limit, index)
  }

  /// An artist's albums, the newest first.
  public func albums(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Album> {
    try await list("/artist/" + Self.checked(id) + "/albums", limit, index)
  }

  /// Tracks of an artist and of those like it, chosen anew with each call.
  public func radio(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/artist/" + Self.checked(id) + "/radio", limit, index)
  }

  /// Playlists that hold an artist's tracks.
  public func playlists(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Playlist> {
    try await list("/artist/" + Self.checked(id) + "/playlists", limit, index)
  }

  /// A playlist by its id, with its first tracks.
  public func playlist(_ id: String) async throws -> Deezer.Playlist {
    try await get("/playlist/" + Self.checked(id))
  }

  /// A playlist's tracks.
  public func tracks(
    ofPlaylist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/playlist/" + Self.checked(id) + "/tracks", limit, index)
  }

  /// What is played most; of all genres where none is named.
  public func chart(genre id: String = "0", limit: Int? = nil) async throws -> Deezer.Chart {
    try await get("/chart/" + Self.checked(id), Self.page(limit: limit, index: nil))
  }

  /// The genres.
  public func genres() async throws -> Deezer.List<Deezer.Genre> {
    try await get("/genre")
  }

  /// A genre by its id.
  public func genre(_ id: String) async throws -> Deezer.Genre {
    try await get("/genre/" + Self.checked(id))
  }

  /// The artists of a genre.
  public func artists(
    ofGenre id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Artist> {
    try await list("/genre/" + Self.checked(id) + "/artists", limit, index)
  }

  /// Searches for tracks, everywhere in their descriptions.
  ///
  /// - Parameters:
  ///   - isStrict: whether only what was asked for is found, and nothing like it.
  ///   - order: the order; `nil`: what fits best first.
  ///   - limit: how many a page has, 1 … 100; `nil`: the service's 25.
  ///   - index: where to begin, from 0.
  public func search(
    _ query: Deezer.Query,
    isStrict: Bool = false,
    order: Deezer.Order? = nil,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await search("/search", query, isStrict, order, limit, index)
  }

  /// Searches for things of one kind: `search(query, for: Deezer.Album.self)`.
  public func search<Element: Deezer.Searchable>(
    _ query: Deezer.Query,
    for type: Element.Type,
    isStrict: Bool = false,
    order: Deezer.Order? = nil,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Element> {
    try await search("/search/" + type.searchName, query, isStrict, order, limit, index)
  }
}

extension DeezerClient {
  private func search<Element: Deezer.Member>(
    _ path: String,
    _ query: Deezer.Query,
    _ isStrict: Bool,
    _ order: Deezer.Order?,
    _ limit: Int?,
    _ index: Int?
  ) async throws -> Deezer.List<Element> {
    let text = query.text
    guard !text.isEmpty else { throw Self.refusal("There is nothing to search for.") }
    return try await list(
      path,
      limit,
      index,
      [("q", text), ("strict", isStrict ? "on" : nil), ("order", order?.rawValue)]
    )
  }

  private func list<Element: Deezer.Member>(
    _ path: String,
    _ limit: Int?,
    _ index: Int?,
    _ parameters: [(String, String?)] = []
  ) async throws -> Deezer.List<Element> {
    try await get(path, parameters + Self.page(limit: limit, index: index))
  }

  private func get<Answer: Decodable>(
    _ path: String,
    _ parameters: [(String, String?)] = []
  ) async throws -> Answer {
    try await value(of: CatalogRequest(path, query: parameters.map { .init(name: $0, value: $1) }))
  }

  private static func page(limit: Int?, index: Int?) throws(CatalogError) -> [(String, String?)] {
    guard (1...100).contains(limit ?? 1) else { throw refusal("The limit is not within 1 … 100.") }
    guard (index ?? 0) >= 0 else { throw refusal("The index is below 0.") }
    return [("limit", limit.map(String.init)), ("index", index.map(String.init))]
  }

  /// The id as a part of a path.
  private static func checked(_ id: String) throws(CatalogError) -> String {
    guard id.isASCIIDigits, id.utf8.count <= 32 else {
      throw refusal("An id of Deezer is a number.")
    }
    return id
  }

  private static func refusal(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .deezer)
  }
}
