/// What needs no user: tracks, albums, artists, search.
struct SpotifyCatalogEndpoints {
  let call: SpotifyCall

  private var catalog: InventedCatalog { call.catalog }
  private var writer: SpotifyWriter { call.writer }

  func tracks(_ rest: [String]) throws(SpotifyFailure) -> JSON {
    switch rest.count {
    case 0:
      return try many(50, "tracks") { id throws(SpotifyFailure) in
        writer.track(try call.song(id))
      }
    case 1: return writer.track(try call.song(rest[0]))
    default: throw .noService
    }
  }

  func albums(_ rest: [String]) throws(SpotifyFailure) -> JSON {
    guard let id = rest.first else {
      return try many(20, "albums") { id throws(SpotifyFailure) in
        writer.album(try call.album(id))
      }
    }
    let index = try call.album(id)
    switch rest.dropFirst() {
    case []: return writer.album(index)
    case ["tracks"]:
      let songs = catalog.albums[index].tracks.songs
      return call.page(try call.page(), of: songs) { writer.simpleTrack($0) }
    case _: throw .noService
    }
  }

  func artists(_ rest: [String]) throws(SpotifyFailure) -> JSON {
    guard let id = rest.first else {
      return try many(50, "artists") { id throws(SpotifyFailure) in
        writer.artist(try call.artist(id))
      }
    }
    switch rest.dropFirst() {
    case []: return writer.artist(try call.artist(id))
    case ["albums"]: return try albums(of: try call.artist(id))
    case ["top-tracks"]:
      try call.wantsExtended()
      let top = topSongs(of: try call.artist(id), 10)
      return ["tracks": .array(top.map { writer.track($0) })]
    case ["related-artists"]:
      try call.wantsExtended()
      let similar = catalog.artists[try call.artist(id)].similar.prefix(20)
      return ["artists": .array(similar.map(writer.artist))]
    case _: throw .noService
    }
  }

  func markets() throws(SpotifyFailure) -> JSON {
    try call.wantsExtended()
    return ["markets": .strings(writer.markets { _ in true })]
  }

  /// From what resembles the seeds' artists; there is no more to it.
  func recommendations() throws(SpotifyFailure) -> JSON {
    try call.wantsExtended()
    let limit = try call.query.limit(20, most: 100)
    func seeds(_ name: String) -> [String] {
      call.query[name]?.split(separator: ",").map(String.init) ?? []
    }
    let (artistIDs, trackIDs) = (seeds("seed_artists"), seeds("seed_tracks"))
    let genres = seeds("seed_genres")
    guard (1...5).contains(artistIDs.count + trackIDs.count + genres.count) else {
      throw .bad("Between 1 and 5 seeds are required")
    }
    var artists: [Int] = []
    for id in artistIDs { artists.append(try call.artist(id)) }
    for id in trackIDs {
      artists.append(catalog.recordings[catalog.songs[try call.song(id)].recording].artist)
    }
    for genre in genres {
      artists += catalog.artists.filter {
        Genre.all[$0.genre].name.lowercased() == genre.lowercased()
      }.map(\.index).prefix(10)
    }
    let near = artists + artists.flatMap { catalog.artists[$0].similar }
    let songs = near.flatMap { topSongs(of: $0, 4) }
    func seed(_ id: String, _ type: String) -> JSON {
      [
        "id": .string(id), "type": .string(type), "initialPoolSize": 250,
        "afterFilteringSize": 250, "afterRelinkingSize": 250, "href": .null,
      ]
    }
    return [
      "seeds": .array(
        artistIDs.map { seed($0, "ARTIST") } + trackIDs.map { seed($0, "TRACK") }
          + genres.map { seed($0, "GENRE") }
      ),
      "tracks": .array(songs.prefix(limit).map { writer.track($0) }),
    ]
  }

  func newReleases() throws(SpotifyFailure) -> JSON {
    try call.wantsExtended()
    let newest = catalog.albums.filter { ($0.releaseDate ?? "") >= "2026" }.map(\.index)
    return ["albums": call.page(try call.page(), of: newest) { .object(writer.simpleAlbum($0)) }]
  }

  // MARK: - Search

  func search(_ playlists: [SpotifyPlaylist]) throws(SpotifyFailure) -> JSON {
    let text = try call.query.required("q")
    let types = try call.query.required("type").split(separator: ",")
    let known: Set<Substring> = [
      "track", "album", "artist", "playlist", "show", "episode", "audiobook",
    ]
    guard known.isSuperset(of: types) else { throw .bad("Bad search type field") }
    let page = try call.isDevelopment ? call.page(5, most: 10) : call.page()
    guard page.limit + page.offset <= 1_000 else { throw .badOffset }
    let search = SpotifySearch(writer: writer, query: SpotifySearchQuery(text))
    var answer = JSONObject()
    for type in types {
      switch type {
      case "track": answer["tracks"] = call.page(page, of: search.tracks()) { writer.track($0) }
      case "album":
        answer["albums"] = call.page(page, of: search.albums()) { .object(writer.simpleAlbum($0)) }
      case "artist": answer["artists"] = call.page(page, of: search.artists(), writer.artist)
      case "playlist":
        answer["playlists"] = call.page(page, of: search.playlists()) { index in
          let playlist = playlists[index]
          let isHidden =
            playlist.isAlgorithmic || call.isDevelopment && playlist.isServices
          return isHidden ? .null : .object(writer.simplePlaylist(playlist))
        }
      default: answer["\(type)s"] = call.page(page, of: [Int]()) { _ in .null }
      }
    }
    return .object(answer)
  }

  // MARK: - Parts

  /// What is asked for by many ids; null in the place of those unknown.
  private func many(
    _ most: Int,
    _ name: String,
    _ write: (String) throws(SpotifyFailure) -> JSON
  ) throws(SpotifyFailure) -> JSON {
    try call.wantsExtended()
    var members: [JSON] = []
    for id in try call.query.list("ids", most: most) {
      do throws(SpotifyFailure) {
        members.append(try write(id))
      } catch {
        guard error == .notFound else { throw error }
        members.append(.null)
      }
    }
    return [name: .array(members)]
  }

  private func albums(of artist: Int) throws(SpotifyFailure) -> JSON {
    let known = ["album", "single", "appears_on", "compilation"]
    let groups = call.query["include_groups"]?.split(separator: ",").map(String.init) ?? known
    guard Set(groups).isSubset(of: known) else { throw .bad("Invalid album group") }
    let page = try call.isDevelopment ? call.page(5, most: 10) : call.page()
    var found: [(album: Int, group: String)] = []
    for group in known where groups.contains(group) {
      found += members(of: group, artist).map { (album: $0, group: group) }
    }
    if let storefront = writer.storefront {
      found.removeAll { !catalog.isSold(album: $0.album, in: storefront) }
    }
    return call.page(page, of: found) { .object(writer.simpleAlbum($0.album, group: $0.group)) }
  }

  private func members(of group: String, _ artist: Int) -> [Int] {
    guard group == "appears_on" else {
      return catalog.artists[artist].albums.filter {
        SpotifyWriter.type(of: catalog.albums[$0]) == group
      }
    }
    let others = catalog.songs.filter { song in
      let recording = catalog.recordings[song.recording]
      let isOn = recording.artist == artist || recording.featured.contains(artist)
      return isOn && catalog.albums[song.album].artist != artist
    }
    return Set(others.map(\.album)).sorted()
  }

  /// One song of each of the artist's best known recordings.
  func topSongs(of artist: Int, _ count: Int) -> [Int] {
    let songs = catalog.artists[artist].albums.flatMap { catalog.albums[$0].tracks.songs }
    var seen: Set<Int> = []
    let known = songs.sorted {
      let (first, second) = (catalog.songs[$0].recording, catalog.songs[$1].recording)
      return (catalog.recordings[first].popularity, $1)
        > (catalog.recordings[second].popularity, $0)
    }
    return Array(
      known.filter {
        writer.isPlayable($0) && seen.insert(catalog.songs[$0].recording).inserted
      }.prefix(count)
    )
  }
}
