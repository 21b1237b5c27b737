import HTTPTypes
import PlayerKitServices

extension ServicePolicy {
  /// The policy of the Apple Music API.
  ///
  /// Its limits are not published, and apply to a developer's account rather than a user. A 429 has
  /// no `Retry-After` and clears within seconds (measured in 2026: half of them in 0.5 s, all in
  /// about 3.5 s). Therefore at most 20 calls a second are sent, pauses begin at half a second, and
  /// five attempts outlast a 429. A call ends after a minute, including all attempts. Replies
  /// without a stated lifetime are cached for ten minutes; those for a user never.
  public static let appleMusic = ServicePolicy(
    service: .appleMusic,
    retry: RetryPolicy(maximumAttempts: 5),
    limit: RateLimit(
      interval: .milliseconds(50),
      burst: 20,
      firstPause: .milliseconds(500),
      longestPause: .seconds(8),
      maximumWait: .seconds(30)
    ),
    cache: appleMusicCache
  )

  private static var appleMusicCache: CachePolicy {
    var policy = CachePolicy(timeToLive: .seconds(600))
    policy.userFields.insert(.musicUserToken)
    return policy
  }
}

extension HTTPField.Name {
  /// The header field of a user's token in the Apple Music API.
  static let musicUserToken: Self = {
    guard let name = Self("Music-User-Token") else {
      preconditionFailure("This is the name of a field.")
    }
    return name
  }()
}
