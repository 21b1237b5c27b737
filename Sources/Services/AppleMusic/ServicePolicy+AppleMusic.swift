import PlayerKitServices

extension ServicePolicy {
  /// The Apple Music API.
  ///
  /// Its limits are not published, and count for a developer's account, not for a user. A 429 has no
  /// `Retry-After` and clears within seconds (measured in 2026: half of them in 0.5 s, all in about
  /// 3.5 s), so calls go at 20 a second at most, pauses begin at half a second, and five attempts
  /// outlast them. A call ends after a minute, all attempts together. Answers are kept for ten minutes where they do not say otherwise; those for a
  /// user never.
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
    cache: CachePolicy(timeToLive: .seconds(600))
  )
}
