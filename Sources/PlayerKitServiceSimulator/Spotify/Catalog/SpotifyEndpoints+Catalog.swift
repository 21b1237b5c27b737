/// Endpoints without a user: tracks, albums, artists, search.
extension SpotifyEndpoints {
  static let catalogRoutes: [Route<Handler>] = [
    many("tracks", 50) { $0.writer.track(try $0.call.song($1)) },
    json("GET /v1/tracks/{id}") { $0.writer.track(try $0.call.song($1)) },
    many("albums", 20) { $0.writer.album(try $0.call.album($1)) },
    json("GET /v1/albums/{id}") { $0.writer.album(try $0.call.album($1)) },
    json("GET /v1/albums/{id}/tracks") { endpoints, id in
      let songs = endpoints.catalog.albums[try endpoints.call.album(id)].tracks.songs
      return try endpoints.call.list(songs, endpoints.writer.simpleTrack)
    },
    many("artists", 50) { $0.writer.artist(try $0.call.artist($1)) },
    json("GET /v1/artists/{id}") { $0.writer.artist(try $0.call.artist($1)) },
    json("GET /v1/artists/{id}/albums") { try $0.albums(of: try $0.call.artist($1)) },
    json("GET /v1/artists/{id}/top-tracks", .extended) { endpoints, id in
      let top = endpoints.call.topSongs(of: try endpoints.call.artist(id), 10)
      return ["tracks": .array(top.map(endpoints.writer.track))]
    },
    json("GET /v1/artists/{id}/related-artists", .extended) { endpoints, id in
      let similar = endpoints.catalog.artists[try endpoints.call.artist(id)].similar.prefix(20)
      return ["artists": .array(similar.map(endpoints.writer.artist))]
    },
    json("GET /v1/search") { endpoints, _ in try endpoints.search() },
    json("GET /v1/recommendations", .extended) { endpoints, _ in try endpoints.recommendations() },
  ]

  /// A route for many ids. Unknown ones become null.
  private static func many(
    _ name: String,
    _ most: Int,
    _ write: @escaping @Sendable (SpotifyEndpoints, String) throws -> JSON
  ) -> Route<Handler> {
    json("GET /v1/\(name)", .extended) { endpoints, _ in
      let members = try endpoints.call.list("ids", most: most).map { id in
        do {
          return try write(endpoints, id)
        } catch let refusal as Refusal where refusal.response.status == 404 {
          return JSON.null
        }
      }
      return [name: .array(members)]
    }
  }

  /// Recommends songs of artists similar to the seeds. Nothing else affects the result.
  private func recommendations() throws -> JSON {
    let limit = try call.limit(20, most: 100)
    func seeds(_ name: String) -> [String] { call.query.list(name) ?? [] }
    let (artistIDs, trackIDs) = (seeds("seed_artists"), seeds("seed_tracks"))
    let genres = seeds("seed_genres")
    guard (1...5).contains(artistIDs.count + trackIDs.count + genres.count) else {
      throw SpotifyFailure.bad("Between 1 and 5 seeds are required")
    }
    let artists =
      try artistIDs.map(call.artist)
      + trackIDs.map { catalog.recording(of: try call.song($0)).artist }
      + genres.flatMap { genre in
        catalog.artists.filter { Genre.all[$0.genre].name.lowercased() == genre.lowercased() }
          .map(\.index).prefix(10)
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
      "tracks": .array(songs.prefix(limit).map(writer.track)),
    ]
  }

  private func search() throws -> JSON {
    let text = try call.required("q")
    let types = try call.required("type").split(separator: ",").map(String.init)
    let known: Set<String> = [
      "track", "album", "artist", "playlist", "show", "episode", "audiobook",
    ]
    guard known.isSuperset(of: types) else { throw SpotifyFailure.bad("Bad search type field") }
    let page = try shortPage()
    guard page.limit + page.offset <= 1_000 else { throw SpotifyFailure.badOffset }
    let search = SpotifySearch(writer: writer, query: SpotifySearchQuery(text))
    func found(_ type: String) throws -> JSON {
      switch type {
      case "track": try call.list(search.found(.songs), page: page, writer.track)
      case "album": try call.list(search.found(.albums), page: page) { writer.simpleAlbum($0) }
      case "artist": try call.list(search.found(.artists), page: page, writer.artist)
      case "playlist":
        try call.list(search.found(.playlists), page: page) { index in
          let playlist = library.playlists[index]
          let isHidden = playlist.isAlgorithmic || call.isDevelopment && playlist.isServices
          return isHidden ? .null : writer.simplePlaylist(playlist)
        }
      case "show":
        try call.list(
          SpotifyShow.all.indices.filter { search.fits(SpotifyShow.all[$0].name) },
          page: page,
          writer.simpleShow
        )
      case "episode":
        try call.list(
          SpotifyShow.all.flatMap(\.episodes).filter {
            search.fits(SpotifyShow.name(ofEpisode: $0))
          },
          page: page,
          writer.episode
        )
      default: try call.list([JSON](), page: page) { $0 }
      }
    }
    return try types.reduce([:]) { $0 + ["\($1)s": try found($1)] }
  }

  /// Pages are shorter in development mode.
  private func shortPage() throws -> Page {
    try call.isDevelopment ? call.page(5, most: 10) : call.page()
  }

  private func albums(of artist: Int) throws -> JSON {
    let known = ["album", "single", "appears_on", "compilation"]
    let groups = call.query.list("include_groups") ?? known
    guard Set(groups).isSubset(of: known) else { throw SpotifyFailure.bad("Invalid album group") }
    let found = known.filter(groups.contains).flatMap { group in
      members(of: group, artist).map { (album: $0, group: group) }
    }.filter { found in
      writer.storefront.map { catalog.isSold(album: found.album, in: $0) } ?? true
    }
    return try call.list(found, page: try shortPage()) {
      writer.simpleAlbum($0.album, group: $0.group)
    }
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
