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
