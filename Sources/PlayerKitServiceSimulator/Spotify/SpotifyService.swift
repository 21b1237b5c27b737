import Foundation
import PlayerKitSystem

/// Spotify's Web API for the invented catalog, with one app and one user. It stores playback, the
/// user's library, and the playlists.
final class SpotifyService: SimulatedService {
  private struct Content: Sendable {
    var library: SpotifyLibrary
    var player: SpotifyPlayer
    var window = RateWindow(requests: 0, seconds: 30)
  }

  private let catalog: InventedCatalog
  private let spotify: SpotifyState
  private let ids: SpotifyIDs
  private let content: Locked<Content>

  let endpoints = SpotifyEndpoints.routes.map(\.endpoint)

  init(catalog: InventedCatalog, spotify: SpotifyState) {
    self.catalog = catalog
    self.spotify = spotify
    ids = SpotifyIDs(seed: catalog.seed)
    content = Locked(
      Content(
        library: SpotifyLibrary(catalog: catalog, ids: ids),
        player: SpotifyPlayer(catalog: catalog)
      )
    )
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let settings = spotify.settings
    for (date, action) in spotify.takeActions() { perform(action, at: date) }
    return try content.withLock { content in
      var endpoints = SpotifyEndpoints(
        call: try admit(request, settings, &content.window),
        library: content.library,
        player: content.player
      )
      // Changes are kept even if the response is an error.
      defer { (content.library, content.player) = (endpoints.library, endpoints.player) }
      if settings.failingTransfers > 0, request.method == "PUT", request.path == "/v1/me/player" {
        spotify.change { $0.failingTransfers -= 1 }
        throw SpotifyFailure.error(502, "Bad gateway.")
      }
      return try endpoints.answer()
    }
  }

  /// Performs an action of the user in Spotify's own app.
  func perform(_ action: SpotifyUserAction, at date: Date) {
    let rules = SpotifyPlaybackRules(spotify.settings, ids: ids, catalog: catalog)
    content.withLock { content in
      content.player.change(at: date, rules) { $0.perform(action, at: date, rules) }
    }
  }

  /// The current playback, without the lag of responses.
  func playback(at now: Date) -> SpotifyPlayback? {
    let settings = spotify.settings
    let rules = SpotifyPlaybackRules(settings, ids: ids, catalog: catalog)
    return content.withLock { $0.player.read(at: now, lag: .zero, rules) }
  }

  func failure(status: Int) -> SimulatedResponse { SpotifyFailure.of(status: status).response }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    SpotifyFailure.rate(retryAfter: retryAfter ?? 1).response
  }

  // MARK: - Admission

  private func admit(
    _ request: SimulatedRequest,
    _ settings: SpotifySettings,
    _ window: inout RateWindow
  ) throws -> SpotifyCall {
    let access = try access(request)
    if settings.quotaIsExceeded { throw SpotifyFailure.quota }
    if let most = settings.requestsPerWindow {
      window.requests = most
      if let wait = window.wait(at: request.now) {
        throw SpotifyFailure.rate(retryAfter: max(1, Int(wait.rounded(.up))))
      }
    }
    let isDevelopment = settings.appClass == .development
    guard !isDevelopment || settings.ownerIsPremium else { throw SpotifyFailure.blocked }
    let query = Query(pairs: request.query)
    var market = query["market"]
    if market == "from_token" { market = nil }
    if let market, market.wholeMatch(of: /[A-Za-z]{2}/) == nil { throw SpotifyFailure.badMarket }
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
        clientID: spotify.client.id,
        rules: SpotifyPlaybackRules(settings, ids: ids, catalog: catalog)
      )
    )
  }

  private func access(_ request: SimulatedRequest) throws -> SpotifyTokenBook.Access {
    guard let header = request.headers["authorization"], !header.isEmpty else {
      throw SpotifyFailure.noToken
    }
    let parts = header.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.first?.lowercased() == "bearer" else { throw SpotifyFailure.badScheme }
    guard parts.count == 2 else { throw SpotifyFailure.noToken }
    guard let access = spotify.withTokens({ $0.accesses[parts[1]] }) else {
      throw SpotifyFailure.badToken
    }
    guard request.now < access.expires else { throw SpotifyFailure.expired }
    return access
  }
}
