import Foundation

/// What Deezer has where.
struct DeezerEndpoints {
  let request: SimulatedRequest
  let writer: DeezerWriter

  private var catalog: InventedCatalog { writer.catalog }

  func answer() throws(DeezerFailure) -> JSON {
    let path = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard let kind = path.first else { throw .path }
    let rest = Array(path.dropFirst())
    switch (kind, rest.count) {
    case ("track", 1): return try track(rest[0])
    case ("album", 1...2): return try album(rest)
    case ("artist", 1...2): return try artist(rest)
    case ("playlist", 1...2): return try playlist(rest)
    case ("chart", 0...2): return try chart(rest)
    case ("genre", 0...2): return try genre(rest)
    case ("search", 0...1): return try search(rest.first ?? "track")
    default: throw .path
    }
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

  private func album(_ rest: [String]) throws(DeezerFailure) -> JSON {
    let index: Int
    if let upc = Self.value(rest[0], after: "upc:") {
      guard let album = catalog.albums.first(where: { $0.upc == upc }) else { throw .noData }
      index = album.index
    } else {
      index = try self.index(rest[0], DeezerIDs.albums, catalog.albums.count)
    }
    switch rest.dropFirst() {
    case []: return writer.wholeAlbum(index)
    case ["tracks"]:
      return try list(catalog.albums[index].tracks.songs) { song in
        var object = writer.track(song)
        let recording = catalog.recordings[catalog.songs[song].recording]
        object["isrc"] = .string(recording.isrc ?? "")
        object["track_position"] = .number(catalog.songs[song].track)
        object["disk_number"] = .number(catalog.songs[song].disc)
        object["album"] = nil
        return .object(object)
      }
    case _: throw .path
    }
  }

  private func artist(_ rest: [String]) throws(DeezerFailure) -> JSON {
    let index = try self.index(rest[0], DeezerIDs.artists, catalog.artists.count)
    let artist = catalog.artists[index]
    switch rest.dropFirst() {
    case []: return writer.artist(index)
    case ["top"]: return try list(topSongs(of: artist), usual: 5, track)
    case ["related"]: return try list(artist.similar, usual: 20, writer.artist)
    case ["albums"]: return try list(artist.albums) { .object(writer.album($0)) }
    case ["playlists"]:
      let songs = Set(artist.albums.flatMap { catalog.albums[$0].tracks.songs })
      let playlists = catalog.playlists.filter {
        !songs.isDisjoint(with: $0.tracks.songs)
      }
      return try list(playlists.map(\.index), usual: 10) { .object(writer.playlist($0)) }
    case ["radio"]:
      let songs = ([index] + artist.similar).flatMap { topSongs(of: catalog.artists[$0]).prefix(3) }
      return try list(songs, track)
    case _: throw .path
    }
  }

  private func playlist(_ rest: [String]) throws(DeezerFailure) -> JSON {
    let index = try self.index(rest[0], DeezerIDs.playlists, catalog.playlists.count)
    switch rest.dropFirst() {
    case []: return writer.wholePlaylist(index)
    case ["tracks"]: return try list(catalog.playlists[index].tracks.songs, track)
    case _: throw .path
    }
  }

  // MARK: - Charts, genres, search

  private func chart(_ rest: [String]) throws(DeezerFailure) -> JSON {
    let genre = try rest.first.map(genreIndex) ?? 0
    func isIn(_ index: Int) -> Bool { genre == 0 || Genre.main(index) == genre }
    let readable = catalog.songs.filter { writer.isReadable($0.index) }
    func tracks() -> [Int] {
      let songs = readable.filter { isIn(catalog.recordings[$0.recording].genre) }
      var seen: Set<Int> = []
      return songs.sorted { known($0.index) > known($1.index) }
        .filter { seen.insert($0.recording).inserted }.prefix(100).map(\.index)
    }
    func albums() -> [Int] {
      catalog.albums.filter { isIn($0.genre) }.sorted { $0.popularity > $1.popularity }
        .prefix(100).map(\.index)
    }
    func artists() -> [Int] {
      catalog.artists.filter { isIn($0.genre) }.sorted { $0.popularity > $1.popularity }
        .prefix(100).map(\.index)
    }
    let playlists = catalog.playlists.filter { $0.kind == .editorial }.map(\.index)
    switch rest.dropFirst() {
    case []:
      return [
        "tracks": try list(tracks(), usual: 10, track),
        "albums": try list(albums(), usual: 10) { .object(writer.album($0)) },
        "artists": try list(artists(), usual: 10, writer.artist),
        "playlists": try list(playlists, usual: 10) { .object(writer.playlist($0)) },
      ]
    case ["tracks"]: return try list(tracks(), usual: 10, track)
    case ["albums"]: return try list(albums(), usual: 10) { .object(writer.album($0)) }
    case ["artists"]: return try list(artists(), usual: 10, writer.artist)
    case ["playlists"]: return try list(playlists, usual: 10) { .object(writer.playlist($0)) }
    case _: throw .path
    }
  }

  private func genre(_ rest: [String]) throws(DeezerFailure) -> JSON {
    let main = Genre.all.indices.filter { Genre.main($0) == $0 }
    guard let id = rest.first else { return ["data": .array(main.map(writer.genre))] }
    let genre = try genreIndex(id)
    switch rest.dropFirst() {
    case []: return writer.genre(genre)
    case ["artists"]:
      let artists = catalog.artists.filter { genre == 0 || Genre.main($0.genre) == genre }
      return ["data": .array(artists.prefix(100).map { writer.artist($0.index) })]
    case _: throw .path
    }
  }

  private func search(_ kind: String) throws(DeezerFailure) -> JSON {
    guard ["track", "album", "artist", "playlist"].contains(kind) else { throw .path }
    guard let text = value("q") else { throw .missing("q") }
    let search = try DeezerSearch(
      text,
      strict: value("strict") == "on",
      order: value("order"),
      writer: writer
    )
    switch kind {
    case "album": return try list(search.albums()) { .object(writer.album($0)) }
    case "artist": return try list(search.artists(), writer.artist)
    case "playlist": return try list(search.playlists()) { .object(writer.playlist($0)) }
    default: return try list(search.tracks(), track)
    }
  }

  // MARK: - Parts

  private func track(_ index: Int) -> JSON { .object(writer.track(index)) }

  private func topSongs(of artist: Artist) -> [Int] {
    var seen: Set<Int> = []
    return artist.albums.flatMap { catalog.albums[$0].tracks.songs }
      .sorted { (known($0), $1) > (known($1), $0) }
      .filter { seen.insert(catalog.songs[$0].recording).inserted }
  }

  private func known(_ song: Int) -> Int {
    catalog.recordings[catalog.songs[song].recording].popularity
  }

  /// A page: at most a hundred members, with the whole addresses of its neighbours where there are any.
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
