import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// A server of one's own that speaks Subsonic or OpenSubsonic.
  public static let subsonic = CatalogService(rawValue: "subsonic")
}

extension PlayerType {
  /// Plays whole tracks of a Subsonic server.
  public static let subsonic = PlayerType(rawValue: "subsonic")
}

/// What a Subsonic server answers with. ``SubsonicClient`` asks it.
///
/// Ids are opaque texts; old servers send numbers, which are texts here. Which fields a thing has depends
/// on the server. Times are as they were sent: some servers leave out the zone.
public enum Subsonic {}

extension ServicePolicy {
  /// A Subsonic server: one's own, often a small machine. 20 calls at once after a rest, and 20 a second
  /// from then on. Nothing is kept: answers hold what the user starred and played.
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
