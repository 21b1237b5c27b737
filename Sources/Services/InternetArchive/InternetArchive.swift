import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// The Internet Archive.
  public static let internetArchive = CatalogService(rawValue: "archive")
}

extension PlayerType {
  /// Plays recordings of the Internet Archive.
  public static let internetArchive = PlayerType(rawValue: "internetArchive")
}

/// What the Internet Archive answers with. ``InternetArchiveClient`` asks it.
public enum InternetArchive {}

extension ServicePolicy {
  /// The Internet Archive states no limit, and refuses by 429 or 503: both make all calls pause. Four calls at
  /// once after a rest, and one a second from then on. Answers are kept for ten minutes.
  public static let internetArchive = ServicePolicy(
    service: .internetArchive,
    limit: RateLimit(
      interval: .seconds(1),
      burst: 4,
      firstPause: .seconds(2),
      longestPause: .seconds(120),
      maximumWait: .seconds(30),
      judge: { $0.response.status == .serviceUnavailable ? .throttled : .byStatus($0) }
    ),
    // An item that is not there is an object without members.
    cache: CachePolicy(timeToLive: .seconds(600)) { CachePolicy.isJSON($0) && $0.body.count > 16 }
  )
}
