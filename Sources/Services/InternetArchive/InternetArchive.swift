import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The Internet Archive.
  public static let internetArchive = CatalogService(rawValue: "archive")
}

extension PlayerType {
  /// Plays recordings of the Internet Archive.
  public static let internetArchive = PlayerType(rawValue: "internetArchive")
}

/// The types of the Internet Archive's replies. ``InternetArchiveClient`` sends the requests.
public enum InternetArchive {}

extension ServicePolicy {
  /// The policy of the Internet Archive. It states no limit, and throttles with 429 or 503; either
  /// one pauses all calls. Up to four calls at once after idle time, then one per second. Replies
  /// are cached for ten minutes.
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
    // The reply for a missing item is an empty object.
    cache: CachePolicy(timeToLive: .seconds(600)) { CachePolicy.isJSON($0) && $0.body.count > 16 }
  )
}
