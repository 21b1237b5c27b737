import Foundation

/// What Spotify lets an app do.
package enum SpotifyAppClass: String, Sendable, CaseIterable {
  /// The whole API.
  case extended
  /// Cut down, as all apps of individuals since March 2026.
  case development
}

/// What the state is like after the last track.
package enum SpotifyTrackEnd: String, Sendable, CaseIterable {
  /// Paused, at the beginning of the track.
  case reset
  /// It says that it plays, and stands at the end.
  case stuck
  /// Paused, a fraction before the end.
  case short
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

  /// How the last track ends.
  package var end = SpotifyTrackEnd.reset
  /// Whether other tracks follow the last one by themselves.
  package var autoplays = false
  /// How long all tracks are; nil: as long as in the catalog.
  package var trackLength: Duration?
  /// How long some tracks are, by id.
  package var trackLengths: [String: Duration] = [:]
  /// After how much time in a pause a device is active no more.
  package var idleAfter = Duration.seconds(120)
  /// Whether the state tells how far a track is.
  package var tellsProgress = true
  /// Whether the state tells what plays.
  package var tellsItem = true
  /// How many transfers are answered by 502, and do nothing.
  package var failingTransfers = 0
  /// Whether an inactive device takes a transfer alone.
  package var wakesByTransferAlone = false

  package init() {}
}
