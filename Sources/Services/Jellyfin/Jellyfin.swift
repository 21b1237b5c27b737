import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The user's own Jellyfin or Emby server.
  public static let jellyfin = CatalogService(rawValue: "jellyfin")
}

extension PlayerType {
  /// Plays whole tracks of a Jellyfin server.
  public static let jellyfin = PlayerType(rawValue: "jellyfin")
}

/// A namespace for a Jellyfin server's answers. ``JellyfinClient`` requests them.
///
/// Ids are opaque text. The available fields depend on the server, its version, and the request.
public enum Jellyfin {
  /// The number of ticks in a second, the server's unit of time.
  static let ticksPerSecond = 10_000_000
}

extension ServicePolicy {
  /// The policy for a Jellyfin server, often a small machine of the user. Up to 20 calls at once
  /// after a pause, then 20 a second. Answers are not kept, because they contain the user's
  /// favorites and plays.
  public static let jellyfin = ServicePolicy(
    service: .jellyfin,
    limit: RateLimit(
      interval: .milliseconds(50),
      burst: 20,
      firstPause: .seconds(1),
      longestPause: .seconds(60),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )
}
