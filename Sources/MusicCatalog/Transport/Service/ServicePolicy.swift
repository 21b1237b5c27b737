/// How one service's catalog is asked.
public struct ServicePolicy: Sendable {
  /// The service; errors without one get it.
  public var service: CatalogService
  /// When a failed call is sent again.
  public var retry: RetryPolicy
  /// How often the service may be asked.
  public var limit: RateLimit
  /// Which answers are kept; `nil`: none.
  public var cache: CachePolicy?

  /// Makes a policy.
  public init(
    service: CatalogService,
    retry: RetryPolicy = RetryPolicy(),
    limit: RateLimit,
    cache: CachePolicy?
  ) {
    self.service = service
    self.retry = retry
    self.limit = limit
    self.cache = cache
  }
}

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
    retry: RetryPolicy(maximumAttempts: 5, totalTime: .seconds(60)),
    limit: RateLimit(
      interval: .milliseconds(50),
      burst: 20,
      firstPause: .milliseconds(500),
      longestPause: .seconds(8),
      maximumWait: .seconds(30)
    ),
    cache: CachePolicy(timeToLive: .seconds(600))
  )

  /// The iTunes Search API.
  ///
  /// About 20 requests a minute and address; beyond, a 403 without JSON locks the address out for
  /// minutes to an hour. So five calls go at once after a rest, and one in 4 s from then on: 20 in
  /// any minute, the five included (with one in 3.1 s they would be 24). After a refusal all pause
  /// for a minute, doubled each time, and calls fail meanwhile rather than wait. An answer without
  /// results is not kept: it may be a refusal in disguise.
  public static let iTunes = ServicePolicy(
    service: .iTunes,
    limit: RateLimit(
      interval: .seconds(4),
      burst: 5,
      firstPause: .seconds(60),
      longestPause: .seconds(3600),
      longestRequestedPause: .seconds(3600),
      maximumWait: .seconds(30),
      judge: { .byStatusOrBareRefusal($0) }
    ),
    cache: CachePolicy(timeToLive: .seconds(3600), isAnswer: { CachePolicy.isJSONWithResults($0) })
  )
}
