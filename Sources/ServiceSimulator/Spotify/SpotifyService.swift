import Foundation

/// Spotify's Web API on the invented catalog, for one app and one user.
///
/// An actor: it keeps what plays, the user's library and the playlists.
actor SpotifyService: SimulatedService {
  private let catalog: InventedCatalog
  private let backstage: SpotifyBackstage
  private let ids: SpotifyIDs
  private var library: SpotifyLibrary
  private var player: SpotifyPlayer
  private var window = SpotifyRateWindow()

  init(catalog: InventedCatalog, backstage: SpotifyBackstage) {
    self.catalog = catalog
    self.backstage = backstage
    ids = SpotifyIDs(seed: catalog.seed)
    library = SpotifyLibrary(catalog: catalog, ids: ids)
    player = SpotifyPlayer(catalog: catalog)
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    do throws(SpotifyFailure) {
      return try route(request)
    } catch {
      return error.response
    }
  }

  nonisolated func failure(status: Int) -> SimulatedResponse {
    SpotifyFailure.of(status: status).response
  }

  nonisolated func throttled(retryAfter: Int?) -> SimulatedResponse {
    SpotifyFailure.rate(retryAfter: retryAfter ?? 1).response
  }

  private func route(_ request: SimulatedRequest) throws(SpotifyFailure) -> SimulatedResponse {
    let settings = backstage.settings
    let call = try admit(request, settings)
    let path = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    guard path.count > 1, path[0] == "v1" else { throw .noService }
    let rest = Array(path.dropFirst(2))
    switch path[1] {
    case "me" where rest.first == "player":
      var endpoints = SpotifyPlayerEndpoints(
        call: call,
        playlists: library.playlists,
        player: player
      )
      let answer = try endpoints.answer(Array(rest.dropFirst()))
      player = endpoints.player
      return answer
    case "me":
      var endpoints = SpotifyPersonalEndpoints(call: call, library: library)
      let answer = try endpoints.answer(rest)
      library = endpoints.library
      return answer
    case "playlists":
      var endpoints = SpotifyPlaylistEndpoints(call: call, library: library)
      let answer = try endpoints.answer(rest)
      library = endpoints.library
      return answer
    case "users": return try users(rest, call)
    case let kind: return .json(try fromCatalog(kind, rest, call))
    }
  }

  private func fromCatalog(
    _ kind: String,
    _ rest: [String],
    _ call: SpotifyCall
  ) throws(SpotifyFailure) -> JSON {
    try call.wants("GET")
    let endpoints = SpotifyCatalogEndpoints(call: call)
    switch (kind, rest) {
    case ("tracks", _): return try endpoints.tracks(rest)
    case ("albums", _): return try endpoints.albums(rest)
    case ("artists", _): return try endpoints.artists(rest)
    case ("search", []): return try endpoints.search(library.playlists)
    case ("markets", []): return try endpoints.markets()
    case ("recommendations", []): return try endpoints.recommendations()
    case ("browse", ["new-releases"]): return try endpoints.newReleases()
    case ("audio-features", _), ("audio-analysis", _), ("browse", _):
      // There is nothing of the kind in the invented catalog, whatever the class of the app.
      throw .forbidden
    case _: throw .noService
    }
  }

  /// The old place of the user's playlists.
  private func users(_ rest: [String], _ call: SpotifyCall) throws(SpotifyFailure)
    -> SimulatedResponse
  {
    try call.wantsExtended()
    guard rest == [SpotifyPlaylist.user, "playlists"] else { throw .notFound }
    var endpoints = SpotifyPersonalEndpoints(call: call, library: library)
    let answer = try endpoints.answer(["playlists"])
    library = endpoints.library
    return answer
  }

  // MARK: - Admission

  private func admit(
    _ request: SimulatedRequest,
    _ settings: SpotifySettings
  ) throws(SpotifyFailure) -> SpotifyCall {
    let access = try access(request)
    if settings.quotaIsExceeded { throw .quota }
    if let most = settings.requestsPerWindow {
      let wait = window.wait(at: request.now, most: most)
      if let wait { throw .rate(retryAfter: wait) }
    }
    let isDevelopment = settings.appClass == .development
    guard !isDevelopment || settings.ownerIsPremium else { throw .blocked }
    let query = SpotifyQuery(pairs: request.query)
    var market = query["market"]
    if market == "from_token" { market = nil }
    if let market, market.wholeMatch(of: /[A-Za-z]{2}/) == nil { throw .badMarket }
    if market == nil, access.scopes != nil { market = settings.country }
    return SpotifyCall(
      request: request,
      query: query,
      settings: settings,
      scopes: access.scopes,
      writer: SpotifyWriter(
        catalog: catalog,
        ids: ids,
        isDevelopment: isDevelopment,
        market: market?.uppercased(),
        base: request.serviceBase,
        mediaBase: request.mediaBase,
        clientID: backstage.client.id
      )
    )
  }

  private func access(
    _ request: SimulatedRequest
  ) throws(SpotifyFailure) -> SpotifyTokenBook.Access {
    guard let header = request.headers["authorization"], !header.isEmpty else { throw .noToken }
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.first?.lowercased() == "bearer" else { throw .badScheme }
    guard parts.count == 2 else { throw .noToken }
    guard let access = backstage.withTokens({ $0.access(parts[1]) }) else { throw .badToken }
    guard request.now < access.expires else { throw .expired }
    return access
  }
}

/// So many requests in any thirty seconds.
struct SpotifyRateWindow: Sendable {
  static let seconds: TimeInterval = 30
  private var admitted: [Date] = []

  /// Nil where a request is answered, which then counts; else whole seconds until one would be.
  mutating func wait(at now: Date, most: Int) -> Int? {
    admitted.removeAll { now.timeIntervalSince($0) >= Self.seconds }
    guard admitted.count >= most else {
      admitted.append(now)
      return nil
    }
    guard let first = admitted.first else { return Int(Self.seconds) }
    return max(1, Int((Self.seconds - now.timeIntervalSince(first)).rounded(.up)))
  }
}
