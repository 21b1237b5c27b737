import PlayerKitSystem
import PlayerKitServices

/// What is known of the subscription of the user who is signed in, so that each of the user's tracks names
/// the players that can play it now.
///
/// Most apps are not told of it, so it is found out by playing: it counts as Premium until a player is
/// refused, and again ten minutes later, as the user may have subscribed meanwhile. Share one for each
/// user. May be used on any thread.
public final class SpotifySubscription: Sendable {
  private struct Known: Sendable {
    var isPremium: Bool?
    var at = Duration.zero
  }

  private static let forgetting = Duration.seconds(600)
  private let known = Locked(Known())
  private let clock: any CatalogClock

  /// Makes one. Nothing is known of it yet.
  public init(clock: any CatalogClock = SystemCatalogClock()) {
    self.clock = clock
  }

  /// Whether whole tracks are worth a try now.
  public var mayPlayWholeTracks: Bool {
    let now = clock.uptime
    return known.withLock { $0.isPremium != false || now - $0.at >= Self.forgetting }
  }

  /// Notes what was learned: by a player, or from the user's profile (``Spotify/User/product``).
  public func record(isPremium: Bool) {
    let now = clock.uptime
    known.withLock { $0 = Known(isPremium: isPremium, at: now) }
  }
}
