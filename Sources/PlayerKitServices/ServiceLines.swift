import Foundation
import PlayerKit
import PlayerKitSystem

/// The rate limiters of calls to services: one for each service and base URL, shared by all
/// clients.
final class ServiceLines: Sendable {
  private struct Place: Hashable {
    var service: CatalogService
    var base: URL?
  }

  private let limiters = Locked<[Place: RateLimiter]>([:])

  func limiter(
    for policy: ServicePolicy,
    at base: URL?,
    clock: any PlaybackClock
  ) -> RateLimiter {
    limiters.withLock { limiters in
      let place = Place(service: policy.service, base: base)
      if let known = limiters[place] { return known }
      let limiter = RateLimiter(policy.limit, clock: clock)
      limiters[place] = limiter
      return limiter
    }
  }
}
