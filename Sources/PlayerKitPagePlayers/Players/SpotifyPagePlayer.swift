import PlayerKit
import PlayerKitSpotify

extension PlayerType {
  /// Plays full Spotify tracks in a page, for Premium subscribers.
  public static let spotifyPage = PlayerType(rawValue: "spotifyPage")
}

/// Plays whole Spotify tracks in the page, for Premium users, with Spotify's Web Playback SDK.
///
/// Its tracks are ``PlayerKitSpotify/SpotifyPlayable`` with this player type, such as a
/// `SpotifyTrack` whose `basicPlayerTypes` begin with it. The page is a device of the user's
/// account. The Web API starts each item there (``PageAccounts/startSpotify``), and the SDK reports
/// on it, so nothing polls. If another device takes over, the load ends as taken over. Spotify's
/// terms forbid a crossfade into other sound; this player has none.
public final class SpotifyPagePlayer: Player {
  /// The state and the events.
  public let core: PlayerCore

  /// Makes a player on a host.
  public init(host: PageHost) {
    let backend = PageBackend(host, .spotify, .spotifyPage) { (track) throws(PlayerError) in
      guard let track = track as? any SpotifyPlayable, track.spotifyID.isPageID(1...64) else {
        throw PlayerError.unplayable(by: "Spotify")
      }
      return .spotify(id: track.spotifyID, isEpisode: false)
    }
    core = PlayerCore(backend: backend, clock: host.clock)
  }

  deinit { unload() }

  /// `spotifyPage`.
  public var playerType: PlayerType { .spotifyPage }
}
