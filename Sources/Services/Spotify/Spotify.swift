import HTTPTypes
import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// The Spotify Web API.
  public static let spotify = CatalogService(rawValue: "spotify")
}

extension PlayerType {
  /// Plays previews of Spotify's tracks, or of the same recordings at other services.
  public static let spotifyPreview = PlayerType(rawValue: "spotifyPreview")
}

/// The models of the Spotify Web API.
public enum Spotify {}

extension ServicePolicy {
  /// The policy of the Spotify Web API.
  ///
  /// The limit applies to an app over 30 s; its value is not published. Therefore 20 calls may go
  /// at once, then ten per second. A refusal states the time to wait. A call waits up to 30 s; if
  /// the time is longer, which after abuse may be hours, it fails at once. After a quota of
  /// development mode is used up, all calls fail for a minute without being sent. Catalog replies
  /// are cached for ten minutes. The client disables caching for data that its own calls may
  /// change.
  public static let spotify = ServicePolicy(
    service: .spotify,
    limit: RateLimit(
      interval: .milliseconds(100),
      burst: 20,
      firstPause: .seconds(1),
      longestPause: .seconds(60),
      maximumWait: .seconds(30),
      judge: { .byStatusOrSpotifyQuota($0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(600))
  )
}

extension ThrottlingVerdict {
  /// Same as `byStatus(_:)`, but also recognizes a 429 that reports an exhausted quota.
  public static func byStatusOrSpotifyQuota(_ reply: HTTPTransportResponse) -> ThrottlingVerdict {
    let quota = Spotify.Reason.quotaExceeded.rawValue
    guard reply.response.status.code == 429,
      SpotifyFailure.details(of: reply.body).contains(where: { $0.code == quota })
    else { return byStatus(reply) }
    return .exhausted(reason: quota)
  }
}
