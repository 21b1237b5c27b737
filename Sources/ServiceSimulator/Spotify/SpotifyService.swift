import Foundation

/// Spotify's Web API on the invented catalog, for one app and one user.
///
/// An actor: it keeps what plays, the user's library and the playlists.
actor SpotifyService: SimulatedService {
  private let catalog: InventedCatalog
  private let spotify: SpotifyState
  private let ids: SpotifyIDs
  private var library: SpotifyLibrary
  private var player: SpotifyPlayer
  private var window = SpotifyRateWindow()

  init(catalog: InventedCatalog, spotify: SpotifyState) {
    self.catalog = catalog
    self.spotify = spotify
    ids = SpotifyIDs(seed: catalog.seed)
    library = SpotifyLibrary(catalog: catalog, ids: ids)
    player = SpotifyPlayer(catalog: catalog)
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    do {
      return try route(request)
    } catch let failure as SpotifyFailure {
      return failure.response
    } catch {
      return failure(status: 500)
    }
  }

  nonisolated func failure(status: Int) -> SimulatedResponse {
    SpotifyFailure.of(status: status).response
  }

  nonisolated func throttled(retryAfter: Int?) -> SimulatedResponse {
    SpotifyFailure.rate(retryAfter: retryAfter ?? 1).response
  }

  private func route(_ request: SimulatedRequest) throws -> SimulatedResponse {
    var endpoints = SpotifyEndpoints(
      call: try admit(request, spotify.settings),
      library: library,
      player: player
    )
    let answer = try endpoints.answer()
    (library, player) = (endpoints.library, endpoints.player)
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
        clientID: spotify.client.id
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
    guard let access = spotify.withTokens({ $0.access(parts[1]) }) else { throw .badToken }
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
