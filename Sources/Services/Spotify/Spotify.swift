import HTTPTypes
import PlayerKitServices
import PlayerKit

extension CatalogService {
  /// The Spotify Web API.
  public static let spotify = CatalogService(rawValue: "spotify")
}

extension PlayerType {
  /// Plays the previews of Spotify's tracks, or of the same recordings elsewhere.
  public static let spotifyPreview = PlayerType(rawValue: "spotifyPreview")
}

/// Spotify's models.
public enum Spotify {}

extension ServicePolicy {
  /// The Spotify Web API.
  ///
  /// The limit counts for an app over 30 s; its number is not published. So 20 calls go at once, and
  /// ten a second from then on. A refusal says how long to wait; up to 30 s a call waits, and more,
  /// which after abuse can be hours, fails it at once. A quota of development mode that is used up is
  /// not waited for: for a minute at a time all calls fail without being sent. Catalog answers are
  /// kept for ten minutes; the client asks for none to be kept that its own calls may change.
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
  /// As ``byStatus(_:)``, and a 429 that says that the quota is used up.
  public static func byStatusOrSpotifyQuota(_ reply: HTTPReply) -> ThrottlingVerdict {
    let quota = Spotify.Reason.quotaExceeded.rawValue
    guard reply.response.status.code == 429,
      SpotifyFailure.details(of: reply.body).contains(where: { $0.code == quota })
    else { return byStatus(reply) }
    return .exhausted(reason: quota)
  }
}
