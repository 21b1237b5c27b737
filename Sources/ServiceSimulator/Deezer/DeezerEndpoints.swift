import Foundation

/// What Deezer has where.
struct DeezerEndpoints {
  let request: SimulatedRequest
  let writer: DeezerWriter

  private var catalog: InventedCatalog { writer.catalog }

  typealias Handler = @Sendable (DeezerEndpoints, String) throws -> JSON

  static let routes: [Route<Handler>] =
    [
      get("/track/:id") { try $0.track($1) },
      get("/album/:id") { $0.writer.wholeAlbum(try $0.album($1)) },
      get("/album/:id/tracks") { try $0.tracks(ofAlbum: try $0.album($1)) },
      artist("") { $0.writer.artist($1) },
      artist("/top") { try $0.list($0.topSongs(of: $1), usual: 5, $0.track) },
      artist("/related") {
        try $0.list(
          $0.catalog.artists[$1].similar,
          usual: 20,
          $0.writer.artist
        )
      },
      artist("/albums") { try $0.list($0.catalog.artists[$1].albums, $0.writer.albumJSON) },
      artist("/playlists") { endpoints, index in
        let albums = endpoints.catalog.artists[index].albums
        let songs = Set(albums.flatMap { endpoints.catalog.albums[$0].tracks.songs })
        let playlists = endpoints.catalog.playlists.filter {
          !songs.isDisjoint(with: $0.tracks.songs)
        }
        return try endpoints.list(
          playlists.map(\.index),
          usual: 10,
          endpoints.writer.playlistJSON
        )
      },
      artist("/radio") { endpoints, index in
        let artists = [index] + endpoints.catalog.artists[index].similar
        let songs = artists.flatMap { endpoints.topSongs(of: $0).prefix(3) }
        return try endpoints.list(songs, endpoints.track)
      },
      get("/playlist/:id") { $0.writer.wholePlaylist(try $0.playlist($1)) },
      get("/playlist/:id/tracks") { endpoints, id in
        let index = try endpoints.playlist(id)
        return try endpoints.list(endpoints.catalog.playlists[index].tracks.songs, endpoints.track)
      },
      get("/chart/:genre") { try $0.chart(try $0.genreIndex($1)) },
      get("/genre") { endpoints, _ in
        let main = Genre.all.indices.filter { Genre.main($0) == $0 }
        return ["data": .array(main.map(endpoints.writer.genre))]
      },
      get("/genre/:id") { $0.writer.genre(try $0.genreIndex($1)) },
      get("/genre/:id/artists") { endpoints, id in
        let genre = try endpoints.genreIndex(id)
        let artists = endpoints.catalog.artists.filter {
          genre == 0 || Genre.main($0.genre) == genre
        }
        return ["data": .array(artists.prefix(100).map { endpoints.writer.artist($0.index) })]
      },
    ]
    + ["", "/track", "/album", "/artist", "/playlist"].map { kind in
      get("/search\(kind)") { endpoints, _ in try endpoints.search(kind) }
    }

  private static func get(_ path: String, _ handler: @escaping Handler) -> Route<Handler> {
    Route("GET \(path)", handler)
  }

  private static func artist(
    _ path: String,
    _ handler: @escaping @Sendable (DeezerEndpoints, Int) throws -> JSON
  ) -> Route<Handler> {
    get("/artist/:id\(path)") { endpoints, id in
      let count = endpoints.catalog.artists.count
      return try handler(endpoints, try endpoints.index(id, DeezerIDs.artists, count))
    }
  }

  func answer() throws -> JSON {
    for route in Self.routes {
      guard let parameters = route.parameters(of: request.path) else { continue }
      return try route.handler(self, parameters.first ?? "")
    }
    throw DeezerFailure.path
  }

  // MARK: - By id

  private func track(_ id: String) throws(DeezerFailure) -> JSON {
    if let isrc = Self.value(id, after: "isrc:") {
      guard let recording = catalog.recordingsByISRC[isrc.uppercased()] else { throw .noData }
      let songs = catalog.songsOfRecordings[recording]
      guard let song = songs.first(where: writer.isReadable) ?? songs.first else { throw .noData }
      return writer.wholeTrack(song)
    }
    return writer.wholeTrack(try index(id, DeezerIDs.tracks, catalog.songs.count))
  }

  private func album(_ id: String) throws(DeezerFailure) -> Int {
    guard let upc = Self.value(id, after: "upc:") else {
      return try index(id, DeezerIDs.albums, catalog.albums.count)
    }
    guard let album = catalog.albums.first(where: { $0.upc == upc }) else { throw .noData }
    return album.index
  }

  private func tracks(ofAlbum index: Int) throws(DeezerFailure) -> JSON {
    try list(catalog.albums[index].tracks.songs) { song in
      var object = writer.track(song)
      let recording = catalog.recordings[catalog.songs[song].recording]
      object["isrc"] = .string(recording.isrc ?? "")
      object["track_position"] = .number(catalog.songs[song].track)
      object["disk_number"] = .number(catalog.songs[song].disc)
      object["album"] = nil
      return .object(object)
    }
  }

  private func playlist(_ id: String) throws(DeezerFailure) -> Int {
    try index(id, DeezerIDs.playlists, catalog.playlists.count)
  }

  // MARK: - Charts, search

  private func chart(_ genre: Int) throws(DeezerFailure) -> JSON {
    func isIn(_ index: Int) -> Bool { genre == 0 || Genre.main(index) == genre }
    var seen: Set<Int> = []
    let tracks = catalog.songs
      .filter { writer.isReadable($0.index) && isIn(catalog.recordings[$0.recording].genre) }
      .sorted { known($0.index) > known($1.index) }
      .filter { seen.insert($0.recording).inserted }
    let albums = catalog.albums.filter { isIn($0.genre) }.sorted { $0.popularity > $1.popularity }
    let artists = catalog.artists.filter { isIn($0.genre) }.sorted { $0.popularity > $1.popularity }
    let playlists = catalog.playlists.filter { $0.kind == .editorial }
    return [
      "tracks": try list(Array(tracks.map(\.index).prefix(100)), usual: 10, track),
      "albums": try list(Array(albums.map(\.index).prefix(100)), usual: 10, writer.albumJSON),
      "artists": try list(Array(artists.map(\.index).prefix(100)), usual: 10, writer.artist),
      "playlists": try list(playlists.map(\.index), usual: 10, writer.playlistJSON),
    ]
  }

  private func search(_ kind: String) throws(DeezerFailure) -> JSON {
    guard let text = value("q") else { throw .missing("q") }
    let search = try DeezerSearch(
      text,
      strict: value("strict") == "on",
      order: value("order"),
      writer: writer
    )
    switch kind {
    case "/album": return try list(search.albums(), writer.albumJSON)
    case "/artist": return try list(search.artists(), writer.artist)
    case "/playlist": return try list(search.playlists(), writer.playlistJSON)
    default: return try list(search.tracks(), track)
    }
  }

  // MARK: - Parts

  private func track(_ index: Int) -> JSON { .object(writer.track(index)) }

  private func topSongs(of artist: Int) -> [Int] {
    var seen: Set<Int> = []
    return catalog.artists[artist].albums.flatMap { catalog.albums[$0].tracks.songs }
      .sorted { (known($0), $1) > (known($1), $0) }
      .filter { seen.insert(catalog.songs[$0].recording).inserted }
  }

  private func known(_ song: Int) -> Int {
    catalog.recordings[catalog.songs[song].recording].popularity
  }

  /// A page: at most a hundred members, with the whole addresses of its neighbors where there are any.
  private func list(
    _ indices: [Int],
    usual: Int = 25,
    _ write: (Int) -> JSON
  ) throws(DeezerFailure) -> JSON {
    let limit = min(try number("limit") ?? usual, 100)
    let start = min(try number("index") ?? 0, 1_000_000)
    let end = start + limit
    let range = min(start, indices.count)..<min(end, indices.count)
    var object: JSONObject = [
      "data": .array(indices[range].map(write)), "total": .number(indices.count),
    ]
    if limit > 0, end < indices.count { object["next"] = link(end, limit) }
    if start > 0 { object["prev"] = link(max(0, start - limit), limit) }
    return .object(object)
  }

  private func link(_ index: Int, _ limit: Int) -> JSON {
    let kept = request.query.filter { $0.name != "index" && $0.name != "limit" }
    let all = kept.map { ($0.name, $0.value) } + [("limit", "\(limit)"), ("index", "\(index)")]
    return .string(QueryString.adding(all, to: request.serviceBase + request.path))
  }

  private func value(_ name: String) -> String? {
    request.query.first { $0.name == name }?.value
  }

  private func number(_ name: String) throws(DeezerFailure) -> Int? {
    guard let text = value(name) else { return nil }
    guard let number = Int(text), number >= 0 else { throw .parameter }
    return number
  }

  private func index(
    _ id: String,
    _ space: IDSpace,
    _ count: Int
  ) throws(DeezerFailure) -> Int {
    guard let number = Int(id) else { throw .parameter }
    guard let index = catalog.common(space, number, count) else { throw .noData }
    return index
  }

  private func genreIndex(_ id: String) throws(DeezerFailure) -> Int {
    guard id != "0" else { return 0 }
    let index = try index(id, DeezerIDs.genres, Genre.all.count)
    guard Genre.main(index) == index, index != 0 else { throw .noData }
    return index
  }

  private static func value(_ text: String, after prefix: String) -> String? {
    text.lowercased().hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
  }
}
