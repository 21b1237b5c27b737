import Foundation

/// The simulated Spotify, for who has the simulator in the same process.
extension ServiceSimulator {
  /// The switches as they are.
  package var spotifySettings: SpotifySettings { state.spotify.settings }

  /// Changes switches, with effect for the next request.
  package func changeSpotify(_ change: (inout SpotifySettings) -> Void) {
    state.spotify.change(change)
  }

  /// Tokens of the user, as a login would give them; the scopes are separated by spaces. Without any,
  /// all scopes that this simulator knows.
  package func makeSpotifyUserTokens(
    scope: String? = nil
  ) -> (accessToken: String, refreshToken: String) {
    let scopes = scope.map(SpotifyScope.set) ?? SpotifyScope.all
    let grant = state.spotify.withTokens {
      $0.grantUser(scopes: scopes, rotates: true, now: state.clock.now)
    }
    return (accessToken: grant.accessToken, refreshToken: grant.refreshToken ?? "")
  }

  /// A token of the app alone, as client credentials give it.
  package func makeSpotifyAppToken() -> String {
    state.spotify.withTokens { $0.grantApp(now: state.clock.now).accessToken }
  }

  /// Things in Spotify's catalog that tests look for.
  package var spotifyLandmarks: SpotifyLandmarks { SpotifyLandmarks(catalog: shelf.catalog) }
}
