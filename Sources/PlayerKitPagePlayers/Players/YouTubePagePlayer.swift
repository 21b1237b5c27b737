import PlayerKit
import PlayerKitYouTube

/// Plays YouTube videos in YouTube's own player in the page.
///
/// Its tracks are `YouTubePlayable`, such as `YouTubeTrack` of `PlayerKitYouTube`. YouTube's terms
/// demand that the player is visible while it plays. In a hidden page, it may pause, which is
/// reported as ``PlayerKit/SuppressionReason/pageHidden``. Ads count as buffering.
public final class YouTubePagePlayer: Player {
  /// The state and the events.
  public let core: PlayerCore

  /// Makes a player on a host.
  public init(host: PageHost) {
    let backend = PageBackend(host, .youTube, .youTubePage) { (track) throws(PlayerError) in
      guard let track = track as? any YouTubePlayable, YouTubeTrack.isVideoID(track.youTubeID)
      else {
        throw PlayerError.unplayable(by: "YouTube")
      }
      return .youTubeVideo(track.youTubeID)
    }
    core = PlayerCore(backend: backend, clock: host.clock)
  }

  deinit { unload() }

  /// `youTubePage`.
  public var playerType: PlayerType { .youTubePage }
}
