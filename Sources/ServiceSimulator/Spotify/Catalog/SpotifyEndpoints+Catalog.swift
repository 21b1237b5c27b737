/// What needs no user: tracks, albums, artists, search.
extension SpotifyEndpoints {
  static let catalogRoutes: [Route<Handler>] = [
    json("GET /v1/tracks", .extended) { endpoints, _ in
      try endpoints.many(50, "tracks") { id throws(SpotifyFailure) in
        endpoints.writer.track(try endpoints.call.song(id))
      }
    },
    json("GET /v1/tracks/:id") { $0.writer.track(try $0.call.song($1)) },
    json("GET /v1/albums", .extended) { endpoints, _ in
      try endpoints.many(20, "albums") { id throws(SpotifyFailure) in
        endpoints.writer.album(try endpoints.call.album(id))
      }
    },
    json("GET /v1/albums/:id") { $0.writer.album(try $0.call.album($1)) },
    json("GET /v1/albums/:id/tracks") { endpoints, id in
      let songs = endpoints.catalog.albums[try endpoints.call.album(id)].tracks.songs
      return endpoints.call.page(try endpoints.call.page(), of: songs) {
        endpoints.writer.simpleTrack($0)
      }
    },
    json("GET /v1/artists", .extended) { endpoints, _ in
      try endpoints.many(50, "artists") { id throws(SpotifyFailure) in
        endpoints.writer.artist(try endpoints.call.artist(id))
      }
    },
    json("GET /v1/artists/:id") { $0.writer.artist(try $0.call.artist($1)) },
    json("GET /v1/artists/:id/albums") { try $0.albums(of: try $0.call.artist($1)) },
    json("GET /v1/artists/:id/top-tracks", .extended) { endpoints, id in
      let top = endpoints.call.topSongs(of: try endpoints.call.artist(id), 10)
      return ["tracks": .array(top.map { endpoints.writer.track($0) })]
    },
    json("GET /v1/artists/:id/related-artists", .extended) { endpoints, id in
      let similar = endpoints.catalog.artists[try endpoints.call.artist(id)].similar.prefix(20)
      return ["artists": .array(similar.map(endpoints.writer.artist))]
    },
    json("GET /v1/search") { endpoints, _ in try endpoints.search() },
    json("GET /v1/recommendations", .extended) { endpoints, _ in try endpoints.recommendations() },
  ]

  var catalog: InventedCatalog { call.catalog }
  var writer: SpotifyWriter { call.writer }

  /// From what resembles the seeds' artists; there is no more to it.
  private func recommendations() throws(SpotifyFailure) -> JSON {
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
    let songs = near.flatMap { call.topSongs(of: $0, 4) }
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

  // MARK: - Search

  private func search() throws(SpotifyFailure) -> JSON {
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
          let playlist = library.playlists[index]
          let isHidden =
            playlist.isAlgorithmic || call.isDevelopment && playlist.isServices
          return isHidden ? .null : .object(writer.simplePlaylist(playlist))
        }
      case "show":
        let shows = SpotifyShow.all.indices.filter { search.fits(SpotifyShow.all[$0].name) }
        answer["shows"] = call.page(page, of: shows) { .object(writer.simpleShow($0)) }
      case "episode":
        let all = SpotifyShow.all.flatMap(\.episodes)
        let episodes = all.filter { search.fits(SpotifyShow.name(ofEpisode: $0)) }
        answer["episodes"] = call.page(page, of: episodes, writer.episode)
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
}

extension SpotifyCall {
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
