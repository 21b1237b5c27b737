extension DeezerClient {
  /// A track by its id.
  public func track(_ id: String) async throws -> Deezer.Track {
    try await requester.get("/track/" + Self.checked(id))
  }

  /// A track by its recording's code, in any spelling.
  public func track(isrc: String) async throws -> Deezer.Track {
    guard let code = RecordingCode.normal(isrc) else {
      throw CatalogError.deezerArgument("The ISRC is not of the form CCXXXYYNNNNN.")
    }
    return try await requester.get("/track/isrc:" + code)
  }

  /// An album by its id, with its first tracks.
  public func album(_ id: String) async throws -> Deezer.Album {
    try await requester.get("/album/" + Self.checked(id))
  }

  /// An album by its bar code. Leading zeros vary: as many spellings of the number are asked for as
  /// it takes, four at most.
  public func album(upc: String) async throws -> Deezer.Album {
    guard let code = ProductCode(upc) else {
      throw CatalogError.deezerArgument("The UPC is not a number of 8 … 14 digits.")
    }
    var spellings: [String] = []
    for spelling in [12, 13, 14, 0].map(code.padded) where !spellings.contains(spelling) {
      spellings.append(spelling)
    }
    let last = spellings.removeLast()
    for spelling in spellings {
      do {
        return try await requester.get("/album/upc:" + spelling)
      } catch let error as CatalogError where error.code == .notFound {
        continue
      }
    }
    return try await requester.get("/album/upc:" + last)
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
    try await requester.get("/artist/" + Self.checked(id))
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

  /// A playlist by its id, with its first tracks.
  public func playlist(_ id: String) async throws -> Deezer.Playlist {
    try await requester.get("/playlist/" + Self.checked(id))
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
    let parameters = try DeezerTarget.page(limit: limit, index: nil)
    return try await requester.get("/chart/" + Self.checked(id), parameters)
  }

  /// The genres.
  public func genres() async throws -> Deezer.List<Deezer.Genre> {
    try await requester.get("/genre")
  }

  /// A genre by its id.
  public func genre(_ id: String) async throws -> Deezer.Genre {
    try await requester.get("/genre/" + Self.checked(id))
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
    guard !text.isEmpty else {
      throw CatalogError.deezerArgument("There is nothing to search for.")
    }
    let parameters: [DeezerTarget.Parameter] = [
      ("q", text), ("strict", isStrict ? "on" : nil), ("order", order?.rawValue),
    ]
    return try await requester.get(
      path,
      parameters + DeezerTarget.page(limit: limit, index: index)
    )
  }

  private func list<Element: Deezer.Member>(
    _ path: String,
    _ limit: Int?,
    _ index: Int?
  ) async throws -> Deezer.List<Element> {
    try await requester.get(path, try DeezerTarget.page(limit: limit, index: index))
  }

  /// The id as a part of a path.
  private static func checked(_ id: String) throws(CatalogError) -> String {
    guard id.isASCIIDigits, id.utf8.count <= 32 else {
      throw .deezerArgument("An id of Deezer is a number.")
    }
    return id
  }
}
