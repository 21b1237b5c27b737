import Foundation

/// What Spotify lets an app do.
package enum SpotifyAppClass: String, Sendable, CaseIterable {
  /// The whole API.
  case extended
  /// Cut down, as all apps of individuals since March 2026.
  case development
}

/// What a test may switch of the simulated Spotify. A reset brings all back.
package struct SpotifySettings: Sendable, Hashable {
  package var appClass = SpotifyAppClass.extended
  /// Whether the user may command players.
  package var isPremium = true
  /// In development mode, an app whose owner has no Premium is shut out.
  package var ownerIsPremium = true
  /// Whether the user agrees at `/authorize`.
  package var consents = true
  /// Whether any of the user's apps is open.
  package var hasDevices = true
  /// How long what is read of the player lags behind the commands, by the simulator's clock.
  package var playbackLag: Duration = .zero
  /// How many requests are answered in any 30 seconds; nil for any number.
  package var requestsPerWindow: Int?
  /// Every request is refused because the quota of a longer period is used up.
  package var quotaIsExceeded = false
  /// The user's country, which counts where a request with a user's token names no market.
  package var country = "US"

  package init() {}
}
