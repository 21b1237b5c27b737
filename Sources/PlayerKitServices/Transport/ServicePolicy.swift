/// The rules for requests to a service's catalog.
public struct ServicePolicy: Sendable {
  /// The service. It is added to errors that name none.
  public var service: CatalogService
  /// Decides when a failed call is sent again.
  public var retry: RetryPolicy
  /// The rate limit of the service.
  public var limit: RateLimit
  /// Decides which replies are cached. `nil` caches none.
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
