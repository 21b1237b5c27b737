import Foundation

/// SoundCloud's API: its own form of tokens, lists with cursors, and addresses that expire after
/// five minutes.
struct SoundCloudService: SimulatedService {
  let catalog: InventedCatalog
  let state: SoundCloudState
  let signer: PreviewSigner

  let endpoints = SoundCloudEndpoints.routes.map(\.endpoint)

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let text = request.headers["authorization"] ?? ""
    guard text.hasPrefix("OAuth "),
      let access = state.access(String(text.dropFirst(6)), at: request.now)
    else { throw SoundCloudFailure.error(401, "invalid_token") }
    let endpoints = SoundCloudEndpoints(
      request: request,
      writer: SoundCloudWriter(catalog: catalog, request: request),
      state: state,
      signer: signer,
      isUser: access.isUser
    )
    return try endpoints.answer()
  }

  func failure(status: Int) -> SimulatedResponse {
    status == 404 ? SoundCloudFailure.notFound.response : SoundCloudFailure.error(status).response
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    SoundCloudFailure.error(429, "rate_limit_exceeded").response
      .adding("Retry-After", retryAfter.map { String($0) })
  }
}

/// The endpoints of SoundCloud.
struct SoundCloudEndpoints {
  typealias Handler = @Sendable (SoundCloudEndpoints, String) throws -> SimulatedResponse
  typealias IDs = SoundCloudWriter.IDs

  let request: SimulatedRequest
  let writer: SoundCloudWriter
  let state: SoundCloudState
  let signer: PreviewSigner
  let isUser: Bool

  private var catalog: InventedCatalog { writer.catalog }
  private var query: Query { Query(pairs: request.query) }

  static let routes: [Route<Handler>] = [
    Route("GET /tracks") { endpoints, _ in
      try endpoints.list(endpoints.heard(endpoints.found(.songs)), endpoints.writer.track)
    },
    Route("GET /playlists") { endpoints, _ in
      try endpoints.list(endpoints.found(.albums)) { endpoints.writer.set(album: $0) }
    },
    Route("GET /users") { endpoints, _ in
      try endpoints.list(endpoints.found(.artists), endpoints.writer.user)
    },
    Route("GET /tracks/{urn}") { .json($0.writer.track(try $0.song($1))) },
    Route("GET /tracks/{urn}/streams") { try $0.streams(try $0.song($1)) },
    Route("GET /tracks/{urn}/related") { endpoints, urn in
      let artist = endpoints.catalog.recording(of: try endpoints.song(urn)).artist
      return try endpoints.list(
        endpoints.heard(endpoints.catalog.songs(onAlbumsOf: artist)),
        endpoints.writer.track
      )
    },
    Route("GET /playlists/{urn}") { .json(try $0.set($1).json) },
    Route("GET /playlists/{urn}/tracks") {
      try $0.list($0.heard(try $0.set($1).songs), $0.writer.track)
    },
    Route("GET /users/{urn}") { .json($0.writer.user(try $0.artist($1))) },
    Route("GET /users/{urn}/tracks") {
      try $0.list($0.heard($0.catalog.songs(onAlbumsOf: try $0.artist($1))), $0.writer.track)
    },
    Route("GET /users/{urn}/playlists") { endpoints, urn in
      let albums = endpoints.catalog.artists[try endpoints.artist(urn)].albums
      return try endpoints.list(albums) { endpoints.writer.set(album: $0) }
    },
    Route("GET /users/{urn}/related") {
      try $0.list($0.catalog.artists[try $0.artist($1)].similar, $0.writer.user)
    },
    Route("GET /users/{urn}/likes/tracks") { endpoints, urn in
      let artist = try endpoints.artist(urn)
      let songs = artist == 0 ? endpoints.state.likes : [artist, artist + 1]
      return try endpoints.list(endpoints.heard(songs), endpoints.writer.track)
    },
    Route("GET /users/{urn}/likes/playlists") { endpoints, urn in
      _ = try endpoints.artist(urn)
      return try endpoints.list([0, 1]) { endpoints.writer.set(album: $0) }
    },
    Route("GET /me") { endpoints, _ in
      try endpoints.checkUser()
      return .json(endpoints.writer.user(0))
    },
    Route("GET /me/tracks") { endpoints, _ in
      try endpoints.checkUser()
      return try endpoints.list(
        endpoints.catalog.songs(onAlbumsOf: 0),
        endpoints.writer.track
      )
    },
    Route("GET /me/playlists") { endpoints, _ in
      try endpoints.checkUser()
      return try endpoints.list([0, 1]) { endpoints.writer.set(playlist: $0) }
    },
    Route("GET /me/likes/tracks") { endpoints, _ in
      try endpoints.checkUser()
      return try endpoints.list(endpoints.state.likes, endpoints.writer.track)
    },
    Route("GET /me/likes/playlists") { endpoints, _ in
      try endpoints.checkUser()
      return try endpoints.list([0]) { endpoints.writer.set(album: $0) }
    },
    Route("POST /likes/tracks/{urn}") { try $0.like(try $0.song($1), true) },
    Route("DELETE /likes/tracks/{urn}") { try $0.like(try $0.song($1), false) },
    Route("GET /resolve") { endpoints, _ in try endpoints.resolve() },
    Route("GET /tracks/{urn}/streams/{form}/{file}") { endpoints, urn in
      try endpoints.lead(try endpoints.song(urn))
    },
  ]

  func answer() throws -> SimulatedResponse {
    for route in Self.routes where route.endpoint.method == request.readMethod {
      guard let values = route.endpoint.values(in: request.path) else { continue }
      return try route.handler(self, values.first ?? "")
    }
    throw SoundCloudFailure.notFound
  }

  // MARK: - Lookup by name

  private func number(_ urn: String, _ kind: String) throws -> Int {
    let prefix = "soundcloud:\(kind):"
    guard let id = Int(urn.hasPrefix(prefix) ? String(urn.dropFirst(prefix.count)) : urn) else {
      throw SoundCloudFailure.notFound
    }
    return id
  }

  private func song(_ urn: String) throws -> Int {
    try index(IDs.tracks, try number(urn, "tracks"), catalog.songs.count)
  }

  private func artist(_ urn: String) throws -> Int {
    try index(IDs.users, try number(urn, "users"), catalog.artists.count)
  }

  private func set(_ urn: String) throws -> (json: JSON, songs: [Int]) {
    let id = try number(urn, "playlists")
    if let album = catalog.common(IDs.albums, id, catalog.albums.count) {
      return (writer.set(album: album), catalog.albums[album].tracks.songs)
    }
    let playlist = try index(IDs.playlists, id, catalog.playlists.count)
    return (writer.set(playlist: playlist), catalog.playlists[playlist].tracks.songs)
  }

  private func index(_ space: IDSpace, _ id: Int, _ count: Int) throws -> Int {
    guard let index = catalog.common(space, id, count) else { throw SoundCloudFailure.notFound }
    return index
  }

  private func checkUser() throws {
    guard isUser else { throw SoundCloudFailure.error(401, "invalid_token") }
  }

  private func like(_ song: Int, _ likes: Bool) throws -> SimulatedResponse {
    try checkUser()
    state.like(song, likes)
    return .json(["status": "200 - OK"])
  }

  /// Redirects from a page to the resource.
  private func resolve() throws -> SimulatedResponse {
    guard let url = query["url"].flatMap({ URLComponents(string: $0) }) else {
      throw SoundCloudFailure.error(400)
    }
    let parts = url.path.split(separator: "/").map(String.init)
    guard url.host == "soundcloud.com", let last = parts.last,
      let index = Int(last.split(separator: "-").last ?? "")
    else { throw SoundCloudFailure.notFound }
    let path = parts.joined(separator: "/")
    let place: String? =
      switch parts.count {
      case 1 where catalog.artists.indices.contains(index) && writer.userPath(index) == path:
        "users/" + SoundCloudWriter.urn("users", IDs.users.id(index))
      case 2 where catalog.songs.indices.contains(index) && writer.trackPath(index) == path:
        "tracks/" + SoundCloudWriter.urn("tracks", IDs.tracks.id(index))
      case 3 where catalog.albums.indices.contains(index) && writer.setPath(album: index) == path:
        "playlists/" + SoundCloudWriter.urn("playlists", IDs.albums.id(index))
      default: nil
      }
    guard let place else { throw SoundCloudFailure.notFound }
    return found(at: "\(request.serviceBase)/\(place)")
  }

  private func found(at location: String) -> SimulatedResponse {
    SimulatedResponse.json(
      status: 302,
      ["status": "302 - Found", "location": .string(location)]
    ).adding("Location", location)
  }

  // MARK: - Streams

  private func streams(_ song: Int) throws -> SimulatedResponse {
    let access = writer.access(song)
    guard access != "blocked" else { throw SoundCloudFailure.error(403, "forbidden") }
    if let date = state.play(at: request.now) { throw SoundCloudFailure.plays(until: date) }
    let base = "\(request.serviceBase)\(request.path)"
    let preview: JSON = ["preview_mp3_128_url": .string("\(base)/preview/mp3")]
    guard access == "playable" else { return .json(preview) }
    return .json(preview + ["hls_aac_160_url": .string("\(base)/aac160/hls")])
  }

  /// Redirects to the separate media host.
  private func lead(_ song: Int) throws -> SimulatedResponse {
    let isPreview = request.path.hasSuffix("/preview/mp3")
    guard isPreview || writer.access(song) == "playable" else { throw SoundCloudFailure.notFound }
    let number = catalog.songs[song].recording
    let path = isPreview ? "/\(number)/preview.mp3" : "/\(number)/playlist.m3u8"
    let expires = request.now.addingTimeInterval(SoundCloudMedia.life)
    let base = SoundCloudMedia.base(request)
    return found(at: "\(base)\(path)?Policy=\(signer.token(path: "/\(number)/", expires: expires))")
  }

  // MARK: - Lists

  /// The songs that can be played at least in part, unless the request asks for others.
  private func heard(_ songs: [Int]) -> [Int] {
    let wanted = query.list("access") ?? ["playable", "preview"]
    return songs.filter { wanted.contains(writer.access($0)) }
  }

  private func found(_ kind: ResourceKind) throws -> [Int] {
    guard let text = query["q"], !CatalogText.words(text).isEmpty else {
      throw SoundCloudFailure.error(400)
    }
    let search = try DeezerSearch(
      CatalogText.words(text).joined(separator: " "),
      strict: false,
      order: nil,
      catalog: catalog
    )
    return search.found(kind)
  }

  /// A page with a cursor. If the request does not ask for pages, the first page as a plain list.
  private func list(_ indices: [Int], _ write: (Int) -> JSON) throws -> SimulatedResponse {
    let limit = query["limit"].map { Int($0) ?? 0 } ?? 50
    guard (1...200).contains(limit) else { throw SoundCloudFailure.error(400) }
    let page = Page(limit: limit, offset: query["cursor"].flatMap { Int($0) } ?? 0)
    let members = JSON.array(page.slice(of: indices).map(write))
    guard query["linked_partitioning"] == "true" else { return .json(members) }
    let next = page.nextOffset(of: indices.count).map { offset in
      let rest = query.without("cursor", "limit") + [(name: "cursor", value: "\(offset)")]
      return Query.adding(rest, to: request.serviceBase + request.path)
    }
    return .json(["collection": members, "next_href": .string(next) ?? .null])
  }
}
