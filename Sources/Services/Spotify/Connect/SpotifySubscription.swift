import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// The known subscription state of the signed-in user, from which each track derives the players
/// that can play it now.
///
/// Most apps cannot read the subscription, so it is detected by playing. It counts as Premium until
/// a player is refused, and again ten minutes later, since the user may have subscribed meanwhile.
/// Share one for each user. May be used on any thread.
public final class SpotifySubscription: Sendable {
  private struct Known: Sendable {
    var isPremium: Bool?
    var at = Duration.zero
  }

  private static let forgetting = Duration.seconds(600)
  private let known = Locked(Known())
  private let clock: any PlaybackClock

  /// Makes an unknown subscription state.
  public init(clock: any PlaybackClock = SystemPlaybackClock()) {
    self.clock = clock
  }

  /// Whether it is worth trying to play full tracks now.
  public var mayPlayWholeTracks: Bool {
    let now = clock.uptime
    return known.withLock { $0.isPremium != false || now - $0.at >= Self.forgetting }
  }

  /// Records a result from a player, or from the user's profile (``Spotify/User/product``).
  public func record(isPremium: Bool) {
    let now = clock.uptime
    known.withLock { $0 = Known(isPremium: isPremium, at: now) }
  }
}
