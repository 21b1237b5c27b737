import Foundation

/// The class of an app, which limits the API.
package enum SpotifyAppClass: String, Sendable, CaseIterable {
  /// The complete API.
  case extended
  /// The reduced API, as for all apps of individuals since March 2026.
  case development
}

/// The state after the last track.
package enum SpotifyTrackEnd: String, Sendable, CaseIterable {
  /// Paused, at the beginning of the track.
  case reset
  /// Claims to play, at the end of the track.
  case stuck
  /// Paused, a fraction before the end.
  case short
}

/// The settings of the simulated Spotify that a test may change. A reset restores the defaults.
package struct SpotifySettings: Sendable, Hashable {
  package var appClass = SpotifyAppClass.extended
  /// Whether the user may control players.
  package var isPremium = true
  /// Whether the app's owner has Premium. Without it, the app is locked out in development mode.
  package var ownerIsPremium = true
  /// Whether the user agrees at `/authorize`.
  package var consents = true
  /// Whether any of the user's apps is open.
  package var hasDevices = true
  /// The delay between commands and responses about the player, by the simulator's clock.
  package var playbackLag: Duration = .zero
  /// The number of requests that are answered in any 30 seconds, or `nil` for no limit.
  package var requestsPerWindow: Int?
  /// Whether every request is refused because a long-term quota is used up.
  package var quotaIsExceeded = false
  /// The user's country, which is the market of requests with a user's token that name none.
  package var country = "US"

  /// The state after the last track.
  package var end = SpotifyTrackEnd.reset
  /// Whether other tracks follow the last one automatically.
  package var autoplays = false
  /// The length of all tracks, or `nil` for their length in the catalog.
  package var trackLength: Duration?
  /// The lengths of single tracks, by id.
  package var trackLengths: [String: Duration] = [:]
  /// The time in a pause after which a device becomes inactive.
  package var idleAfter = Duration.seconds(120)
  /// Whether the state contains the position in the track.
  package var tellsProgress = true
  /// Whether the state contains the current track.
  package var tellsItem = true
  /// Whether the user listens in a private session. The state then contains no track.
  package var isPrivateSession = false
  /// How long the device fades from a track into the next one. The next track begins this long
  /// before the end, but not before the middle.
  package var crossfade = Duration.zero
  /// The number of transfers that fail with 502 and have no effect.
  package var failingTransfers = 0
  /// Whether an inactive device accepts only a transfer.
  package var wakesByTransferAlone = false

  package init() {}
}
