import PlayerKit
import PlayerKitITunes

extension PlayerType {
  /// Plays whole Apple Music tracks and music videos in a page, for subscribers.
  public static let musicKitPage = PlayerType(rawValue: "musicKitPage")
}

/// Plays whole Apple Music songs and music videos in the page, for subscribers, with Apple's
/// MusicKit on the Web.
///
/// Its tracks are ``PlayerKitITunes/AppleMusicPlayable`` with this player type, such as
/// ``AppleMusicPageTrack``, or an ``AppleMusicVideoTrack``. Positions are exact to a second. If
/// MusicKit would play a preview, the load fails with `notEntitled`, or with `drm` in a browser
/// without DRM, and a queue tries the track's next player type.
///
/// A player does not own its ``PageHost``; all page players of an app share one. When the player is
/// released, it unloads its track.
public final class MusicKitPagePlayer: Player {
  /// The state and the events.
  public let core: PlayerCore

  /// Makes a player on a host.
  public init(host: PageHost) {
    let backend = PageBackend(host, .musicKit, .musicKitPage) { (track) throws(PlayerError) in
      switch track {
      case let track as AppleMusicVideoTrack where track.id.isPageID(1...64, with: ".-"):
        return .appleMusicVideo(track.id)
      case let track as any AppleMusicPlayable
      where track.appleMusicID.isPageID(1...64, with: ".-"):
        return .appleMusicSong(track.appleMusicID)
      default: throw PlayerError.unplayable(by: "Apple Music")
      }
    }
    core = PlayerCore(backend: backend, clock: host.clock)
  }

  deinit { unload() }

  /// `musicKitPage`.
  public var playerType: PlayerType { .musicKitPage }
}
