import Foundation

@testable import PlayerKitServiceSimulator

/// The simulated Spotify without an HTTP server, for use with a test's clock.
final class SpotifyWithoutServer: Sendable {
  private let state = SpotifyState(client: ClientKey(id: "client", secret: "secret"))
  private let service: SpotifyService
  private let now: @Sendable () -> Date

  /// Makes a simulated Spotify with the default catalog.
  init(now: @escaping @Sendable () -> Date) {
    self.now = now
    service = SpotifyService(catalog: .standard, spotify: state)
  }

  /// Answers a request. The path begins with `/v1/`, and header names are lowercase.
  func answer(
    method: String,
    pathAndQuery: String,
    headers: [String: String],
    body: Data
  ) async -> (status: Int, headers: [(String, String)], body: Data) {
    let parts = pathAndQuery.split(separator: "?", maxSplits: 1).map(String.init)
    let response = await service.respond(
      to: SimulatedRequest(
        method: method,
        path: parts.first ?? "/",
        query: Query.pairs(of: parts.count > 1 ? parts[1] : ""),
        headers: headers,
        body: body,
        now: now(),
        mediaBase: "http://127.0.0.1:1/media",
        serviceBase: "http://127.0.0.1:1/spotify"
      )
    )
    return (response.status, response.headers, response.body)
  }

  /// Changes settings, starting with the next request.
  func change(_ change: (inout SpotifySettings) -> Void) { state.change(change) }

  /// Performs an action of the user in Spotify's own app.
  func use(_ action: SpotifyUserAction) {
    service.perform(action, at: now())
  }

  /// The name of the playing device and the id of its track, or `nil` if nothing plays.
  var sounding: (device: String, track: String)? {
    let ids = SpotifyIDs(seed: InventedCatalog.standard.seed)
    guard let playback = service.playback(at: now()), playback.isSounding,
      let active = playback.active, let song = playback.current
    else { return nil }
    return (playback.devices[active].name, ids.tracks.base62(song))
  }

  /// The volume of the active device, in percent.
  var volume: Int? {
    service.playback(at: now()).flatMap { playback in
      playback.active.flatMap { playback.devices[$0].volume }
    }
  }

  /// Makes a token of the user, with all scopes.
  func makeUserToken() -> String {
    state.withTokens {
      $0.grantUser(scopes: SpotifyScope.all, rotates: true, now: now()).accessToken
    }
  }

  /// Resources in the catalog that tests need.
  var landmarks: SpotifyLandmarks { SpotifyLandmarks(catalog: .standard) }

  /// The ids of tracks that can be played in the user's country, in the order of the catalog.
  func playableTracks(_ count: Int) -> [String] {
    let catalog = InventedCatalog.standard
    let ids = SpotifyIDs(seed: catalog.seed)
    let playable = catalog.songs.lazy.filter {
      $0.isStreamable && catalog.isSold(song: $0.index, in: Storefront.all[0])
        && $0.index % 211 != 17
    }
    return playable.prefix(count).map { ids.tracks.base62($0.index) }
  }
}
