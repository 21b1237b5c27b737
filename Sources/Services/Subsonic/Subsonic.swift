import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The user's own server with the Subsonic or OpenSubsonic API.
  public static let subsonic = CatalogService(rawValue: "subsonic")
}

extension PlayerType {
  /// Plays whole tracks of a Subsonic server.
  public static let subsonic = PlayerType(rawValue: "subsonic")
}

/// A namespace for a Subsonic server's answers. ``SubsonicClient`` requests them.
///
/// Ids are opaque text. Numbers from old servers become text. The available fields depend on the
/// server. Dates are as sent, and some servers omit the time zone.
public enum Subsonic {}

extension ServicePolicy {
  /// The policy for a Subsonic server, often a small machine of the user. Up to 20 calls at once
  /// after a pause, then 20 a second. Answers are not kept, because they contain the user's stars
  /// and plays.
  public static let subsonic = ServicePolicy(
    service: .subsonic,
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
