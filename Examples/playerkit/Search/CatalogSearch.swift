import MusicCatalog

/// Asks the services for what a person looks for.
struct CatalogSearch: Sendable {
  /// What was found, and why something was not.
  struct Result: Sendable {
    var rows: [SearchRow] = []
    var failures: [String] = []

    fileprivate mutating func note(unreadable count: Int) {
      if count > 0 { failures.append("results that could not be read: \(count)") }
    }
  }

  let services: Services
  let type: SearchType
  let limit: Int

  /// The results of one service, or those of all, in which equal ones are one row.
  func search(_ term: String, in service: SearchService) async -> Result {
    switch service {
    case .apple: return await answer { try await apple(term) }
    case .itunes: return await answer { try await iTunes(term) }
    case .spotify: return await answer { try await spotify(term) }
    case .deezer: return await answer { try await deezer(term) }
    case .all:
      async let first = search(term, in: .apple)
      async let second = search(term, in: .spotify)
      async let third = search(term, in: .deezer)
      async let fourth = type == .playlists ? Result() : search(term, in: .itunes)
      let found = await [first, second, third, fourth]
      return Result(rows: RowMerger.merged(found.map(\.rows)), failures: found.flatMap(\.failures))
    }
  }

  private func answer(_ search: () async throws -> Result) async -> Result {
    do {
      return try await search()
    } catch {
      return Result(failures: ["\(error)"])
    }
  }

  // MARK: - Services

  private func apple(_ term: String) async throws -> Result {
    guard let client = services.appleMusic else {
      throw CatalogError(
        .missingCredential,
        "APPLE_MUSIC_DEVELOPER_TOKEN is not set.",
        service: .appleMusic
      )
    }
    let types: [AppleMusic.TypeName] =
      switch type {
      case .songs: [.songs]
      case .albums: [.albums]
      case .artists: [.artists]
      case .playlists: [.playlists]
      }
    let found = try await client.search(term, for: types, limit: min(limit, 25)).results
    switch type {
    case .songs: return await rows(found.songs) { SearchRow($0) }
    case .albums: return await rows(found.albums) { SearchRow($0) }
    case .artists: return await rows(found.artists) { SearchRow($0) }
    case .playlists: return await rows(found.playlists) { SearchRow($0) }
    }
  }

  /// The rows of a list, page by page. A page that can't be had costs only itself.
  private func rows<Page: PagedList>(
    _ first: Page?,
    _ row: (Page.Element) -> SearchRow?
  ) async -> Result {
    var result = Result()
    var unreadable = 0
    var page = first
    while let current = page, result.rows.count < limit {
      result.rows += current.members.lazy.compactMap(row).prefix(limit - result.rows.count)
      unreadable += current.unreadableCount
      do {
        page = result.rows.count < limit ? try await current.nextBatch() : nil
      } catch {
        result.failures.append("\(error)")
        page = nil
      }
    }
    result.note(unreadable: unreadable)
    return result
  }

  private func spotify(_ term: String) async throws -> Result {
    guard let client = services.spotify else {
      throw CatalogError(
        .missingCredential,
        "SPOTIFY_CLIENT_ID and SPOTIFY_CLIENT_SECRET are not set.",
        service: .spotify
      )
    }
    let query = Spotify.SearchQuery(term)
    let size = min(limit, 50)
    switch type {
    case .songs:
      let found = try await client.search(query, for: [.track], limit: size)
      return await rows(found.tracks) { SearchRow($0) }
    case .albums:
      let found = try await client.search(query, for: [.album], limit: size)
      return await rows(found.albums) { SearchRow($0) }
    case .artists:
      let found = try await client.search(query, for: [.artist], limit: size)
      return await rows(found.artists) { SearchRow($0) }
    case .playlists:
      let found = try await client.search(query, for: [.playlist], limit: size)
      return await rows(found.playlists) { SearchRow($0) }
    }
  }

  private func deezer(_ term: String) async throws -> Result {
    let query = Deezer.Query(term)
    let size = min(limit, 100)
    switch type {
    case .songs:
      return await rows(try await services.deezer.search(query, limit: size)) { SearchRow($0) }
    case .albums:
      let found = try await services.deezer.search(query, for: Deezer.Album.self, limit: size)
      return await rows(found) { SearchRow($0) }
    case .artists:
      let found = try await services.deezer.search(query, for: Deezer.Artist.self, limit: size)
      return await rows(found) { SearchRow($0) }
    case .playlists:
      let found = try await services.deezer.search(query, for: Deezer.Playlist.self, limit: size)
      return await rows(found) { SearchRow($0) }
    }
  }

  private func iTunes(_ term: String) async throws -> Result {
    let entity: ITunes.Entity =
      switch type {
      case .songs: .song
      case .albums: .album
      case .artists: .musicArtist
      case .playlists:
        throw CatalogError(.invalidArgument, "There are no playlists.", service: .iTunes)
      }
    let found = try await services.iTunes.search(ITunes.Search(term, entity: entity, limit: limit))
    var result = Result(rows: found.items.compactMap(SearchRow.init))
    result.note(unreadable: found.unreadable.count)
    return result
  }
}
