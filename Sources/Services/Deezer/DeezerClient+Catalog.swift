import PlayerKitServices

extension DeezerClient {
  /// Returns a track by id.
  public func track(_ id: String) async throws -> Deezer.Track {
    try await get("/track/" + Self.checked(id))
  }

  /// Returns a track by ISRC, in any spelling.
  public func track(isrc: String) async throws -> Deezer.Track {
    guard let code = RecordingCode.normal(isrc) else {
      throw Self.refusal("The ISRC does not have the form CCXXXYYNNNNN.")
    }
    return try await get("/track/isrc:" + code)
  }

  /// Returns an album by id, with its first tracks.
  public func album(_ id: String) async throws -> Deezer.Album {
    try await get("/album/" + Self.checked(id))
  }

  /// Returns an album by barcode. Because the number of leading zeros varies, it may send up to
  /// four requests with different spellings.
  public func album(upc: String) async throws -> Deezer.Album {
    guard let code = ProductCode(upc) else {
      throw Self.refusal("The UPC must have 8 to 14 digits.")
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

  /// Returns an album's tracks.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - limit: The page size, 1 … 100; `nil` for the service's 25.
  ///   - index: The index of the first member, from 0. The same in all lists.
  public func tracks(
    ofAlbum id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/album/" + Self.checked(id) + "/tracks", limit, index)
  }

  /// Returns an artist by id.
  public func artist(_ id: String) async throws -> Deezer.Artist {
    try await get("/artist/" + Self.checked(id))
  }

  /// Returns the most played tracks of an artist.
  public func topTracks(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/artist/" + Self.checked(id) + "/top", limit, index)
  }

  /// Returns similar artists.
  public func relatedArtists(
    to id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Artist> {
    try await list("/artist/" + Self.checked(id) + "/related", limit, index)
  }

  /// Returns an artist's albums, newest first.
  public func albums(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Album> {
    try await list("/artist/" + Self.checked(id) + "/albums", limit, index)
  }

  /// Returns tracks of an artist and similar ones, chosen again with each call.
  public func radio(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/artist/" + Self.checked(id) + "/radio", limit, index)
  }

  /// Returns playlists that contain an artist's tracks.
  public func playlists(
    ofArtist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Playlist> {
    try await list("/artist/" + Self.checked(id) + "/playlists", limit, index)
  }

  /// Returns a playlist by id, with its first tracks.
  public func playlist(_ id: String) async throws -> Deezer.Playlist {
    try await get("/playlist/" + Self.checked(id))
  }

  /// Returns a playlist's tracks.
  public func tracks(
    ofPlaylist id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await list("/playlist/" + Self.checked(id) + "/tracks", limit, index)
  }

  /// Returns the chart of a genre, or of all genres by default.
  public func chart(genre id: String = "0", limit: Int? = nil) async throws -> Deezer.Chart {
    try await get("/chart/" + Self.checked(id), Self.page(limit: limit, index: nil))
  }

  /// Returns the genres.
  public func genres() async throws -> Deezer.List<Deezer.Genre> {
    try await get("/genre")
  }

  /// Returns a genre by id.
  public func genre(_ id: String) async throws -> Deezer.Genre {
    try await get("/genre/" + Self.checked(id))
  }

  /// Returns the artists of a genre.
  public func artists(
    ofGenre id: String,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Artist> {
    try await list("/genre/" + Self.checked(id) + "/artists", limit, index)
  }

  /// Searches for tracks in all fields.
  ///
  /// - Parameters:
  ///   - query: The words, or conditions on fields.
  ///   - isStrict: Whether to find only exact matches.
  ///   - order: The order; `nil` for best match first.
  ///   - limit: The page size, 1 … 100; `nil` for the service's 25.
  ///   - index: The index of the first result, from 0.
  public func search(
    _ query: Deezer.Query,
    isStrict: Bool = false,
    order: Deezer.Order? = nil,
    limit: Int? = nil,
    index: Int? = nil
  ) async throws -> Deezer.List<Deezer.Track> {
    try await search("/search", query, isStrict, order, limit, index)
  }

  /// Searches for items of one type: `search(query, for: Deezer.Album.self)`.
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
    guard !text.isEmpty else { throw Self.refusal("There is nothing to search for. Name a term.") }
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
    guard (1...100).contains(limit ?? 1) else { throw refusal("The limit must be from 1 to 100.") }
    guard (index ?? 0) >= 0 else { throw refusal("The index must not be negative.") }
    return [("limit", limit.map(String.init)), ("index", index.map(String.init))]
  }

  /// Returns the id for use in a path, if it is valid.
  private static func checked(_ id: String) throws(CatalogError) -> String {
    guard id.isASCIIDigits, id.utf8.count <= 32 else {
      throw refusal("An id of Deezer must be a number.")
    }
    return id
  }

  private static func refusal(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .deezer)
  }
}
