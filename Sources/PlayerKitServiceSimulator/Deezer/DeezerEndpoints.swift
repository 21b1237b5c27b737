import Foundation

/// The endpoints of Deezer.
struct DeezerEndpoints {
  let request: SimulatedRequest
  let writer: DeezerWriter

  private var catalog: InventedCatalog { writer.catalog }
  private var query: Query { Query(pairs: request.query) }

  typealias Handler = @Sendable (DeezerEndpoints, String) throws -> JSON

  static let routes: [Route<Handler>] =
    [
      get("/track/{id}") { try $0.track($1) },
      get("/album/{id}") { $0.writer.wholeAlbum(try $0.album($1)) },
      get("/album/{id}/tracks") { endpoints, id in
        let songs = endpoints.catalog.albums[try endpoints.album(id)].tracks.songs
        return try endpoints.list(songs, write: endpoints.writer.albumTrack)
      },
      artist("") { $0.writer.artist($1) },
      artist("/top") { try $0.list($0.topSongs(of: $1), usual: 5, write: $0.writer.track) },
      artist("/related") {
        try $0.list($0.catalog.artists[$1].similar, usual: 20, write: $0.writer.artist)
      },
      artist("/albums") { try $0.list($0.catalog.artists[$1].albums, write: $0.writer.album) },
      artist("/playlists") { endpoints, index in
        let songs = Set(endpoints.catalog.songs(onAlbumsOf: index))
        let found = endpoints.catalog.playlists.filter { !songs.isDisjoint(with: $0.tracks.songs) }
        return try endpoints.list(found.map(\.index), usual: 10, write: endpoints.writer.playlist)
      },
      artist("/radio") { endpoints, index in
        let artists = [index] + endpoints.catalog.artists[index].similar
        let songs = artists.flatMap { endpoints.topSongs(of: $0).prefix(3) }
        return try endpoints.list(songs, write: endpoints.writer.track)
      },
      get("/playlist/{id}") { $0.writer.wholePlaylist(try $0.playlist($1).index) },
      get("/playlist/{id}/tracks") {
        try $0.list(try $0.playlist($1).tracks.songs, write: $0.writer.track)
      },
      get("/chart/{genre}") { try $0.chart(try $0.genreIndex($1)) },
      get("/genre") { endpoints, _ in
        let main = Genre.all.indices.filter { Genre.main($0) == $0 }
        return ["data": .array(main.map(endpoints.writer.genre))]
      },
      get("/genre/{id}") { $0.writer.genre(try $0.genreIndex($1)) },
      get("/genre/{id}/artists") { endpoints, id in
        let genre = try endpoints.genreIndex(id)
        let artists = endpoints.catalog.artists.filter {
          genre == 0 || Genre.main($0.genre) == genre
        }
        return ["data": .array(artists.prefix(100).map { endpoints.writer.artist($0.index) })]
      },
    ]
    + searches.map { path, kind in
      get("/search\(path)") { endpoints, _ in try endpoints.search(kind) }
    }

  private static let searches: [(path: String, kind: ResourceKind)] = [
    ("", .songs), ("/track", .songs), ("/album", .albums), ("/artist", .artists),
    ("/playlist", .playlists),
  ]

  private static func get(_ path: String, _ handler: @escaping Handler) -> Route<Handler> {
    Route("GET \(path)", handler)
  }

  private static func artist(
    _ path: String,
    _ handler: @escaping @Sendable (DeezerEndpoints, Int) throws -> JSON
  ) -> Route<Handler> {
    get("/artist/{id}\(path)") { endpoints, id in
      let count = endpoints.catalog.artists.count
      return try handler(endpoints, try endpoints.index(id, DeezerIDs.artists, count))
    }
  }

  func answer() throws -> JSON {
    for route in Self.routes {
      guard let values = route.endpoint.values(in: request.path) else { continue }
      return try route.handler(self, values.first ?? "")
    }
    throw DeezerFailure.path
  }

  // MARK: - By id

  private func track(_ id: String) throws -> JSON {
    if let isrc = Self.value(id, after: "isrc:") {
      let songs = catalog.recordingsByISRC[isrc.uppercased()].map { catalog.songsOfRecordings[$0] }
      guard let song = songs?.first(where: writer.isReadable) ?? songs?.first else {
        throw DeezerFailure.noData
      }
      return writer.wholeTrack(song)
    }
    return writer.wholeTrack(try index(id, DeezerIDs.tracks, catalog.songs.count))
  }

  private func album(_ id: String) throws -> Int {
    guard let upc = Self.value(id, after: "upc:") else {
      return try index(id, DeezerIDs.albums, catalog.albums.count)
    }
    guard let album = catalog.albums.first(where: { $0.upc == upc }) else {
      throw DeezerFailure.noData
    }
    return album.index
  }

  private func playlist(_ id: String) throws -> Playlist {
    catalog.playlists[try index(id, DeezerIDs.playlists, catalog.playlists.count)]
  }

  // MARK: - Charts, search

  private func chart(_ genre: Int) throws -> JSON {
    func known(_ kind: ResourceKind) -> [Int] {
      catalog.all(kind).map { (index: $0.index, facts: catalog.facts($0)) }
        .filter { genre == 0 || Genre.main($0.facts.genre) == genre }
        .sorted { $0.facts.popularity > $1.facts.popularity }.map(\.index)
    }
    let songs = catalog.bestKnown(of: known(.songs).filter(writer.isReadable))
    let lists: [(name: String, indices: [Int], write: (Int) -> JSON)] = [
      ("tracks", songs, writer.track), ("albums", known(.albums), writer.album),
      ("artists", known(.artists), writer.artist),
    ]
    let editorial = catalog.playlists.filter { $0.kind == .editorial }.map(\.index)
    let playlists = try list(editorial, usual: 10, write: writer.playlist)
    return try lists.reduce(["playlists": playlists]) { chart, part in
      chart + [
        part.name: try list(Array(part.indices.prefix(100)), usual: 10, write: part.write)
      ]
    }
  }

  private func search(_ kind: ResourceKind) throws -> JSON {
    guard let text = query["q"] else { throw DeezerFailure.missing("q") }
    let search = try DeezerSearch(
      text,
      strict: query["strict"] == "on",
      order: query["order"],
      catalog: catalog
    )
    let write =
      switch kind {
      case .albums: writer.album
      case .artists: writer.artist
      case .playlists: writer.playlist
      default: writer.track
      }
    return try list(search.found(kind), write: write)
  }

  // MARK: - Parts

  private func topSongs(of artist: Int) -> [Int] {
    catalog.bestKnown(of: catalog.songs(onAlbumsOf: artist))
  }

  /// A page of at most a hundred members, with the full addresses of the adjacent pages.
  private func list(_ indices: [Int], usual: Int = 25, write: (Int) -> JSON) throws -> JSON {
    let page = Page(
      limit: min(try number("limit") ?? usual, 100),
      offset: min(try number("index") ?? 0, 1_000_000)
    )
    let next = page.limit > 0 ? page.nextOffset(of: indices.count) : nil
    let previous = page.offset > 0 ? max(0, page.offset - page.limit) : nil
    func link(_ index: Int) -> JSON {
      let place = [(name: "limit", value: "\(page.limit)"), (name: "index", value: "\(index)")]
      let all = query.without("index", "limit") + place
      return .string(Query.adding(all, to: request.serviceBase + request.path))
    }
    return [
      "data": .array(page.slice(of: indices).map(write)), "total": .number(indices.count),
      "next": next.map(link), "prev": previous.map(link),
    ]
  }

  private func number(_ name: String) throws -> Int? {
    guard let text = query[name] else { return nil }
    guard let number = Int(text), number >= 0 else { throw DeezerFailure.parameter }
    return number
  }

  private func index(_ id: String, _ space: IDSpace, _ count: Int) throws -> Int {
    guard let number = Int(id) else { throw DeezerFailure.parameter }
    guard let index = catalog.common(space, number, count) else { throw DeezerFailure.noData }
    return index
  }

  private func genreIndex(_ id: String) throws -> Int {
    guard id != "0" else { return 0 }
    let index = try index(id, DeezerIDs.genres, Genre.all.count)
    guard Genre.main(index) == index, index != 0 else { throw DeezerFailure.noData }
    return index
  }

  private static func value(_ text: String, after prefix: String) -> String? {
    text.lowercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}
