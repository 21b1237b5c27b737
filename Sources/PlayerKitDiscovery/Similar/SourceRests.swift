import PlayerKit
import PlayerKitServices

/// The services that are left alone after a failure: for as long as they request, or else for a
/// time that doubles.
struct SourceRests: Sendable {
  private struct Rest: Sendable {
    var failures = 0
    var end = Duration.zero
    var error: any Error
  }

  private static let first = Duration.seconds(5)
  private static let longest = Duration.seconds(600)
  /// The maximum time that a service may request.
  private static let longestAsked = Duration.seconds(3_600)
  /// The time after an error that waiting does not fix.
  private static let hopeless = Duration.seconds(600)

  private var rests: [CatalogService: Rest] = [:]

  /// Returns why a service is not asked, and for how much longer. `nil` if it may be asked.
  func rest(of service: CatalogService, at now: Duration) -> DiscoveryFailure? {
    guard let rest = rests[service], rest.end > now else { return nil }
    return DiscoveryFailure(service: service, error: rest.error, retryAfter: rest.end - now)
  }

  /// Records an answer of a service.
  mutating func answered(_ service: CatalogService) {
    rests[service] = nil
  }

  /// Records a failure of a service.
  mutating func failed(
    _ service: CatalogService,
    _ error: any Error,
    at now: Duration
  ) -> DiscoveryFailure {
    let failures = (rests[service]?.failures ?? 0) + 1
    let wait = Self.wait(after: error, failures: failures)
    rests[service] = Rest(failures: failures, end: now + wait, error: error)
    return DiscoveryFailure(service: service, error: error, retryAfter: wait)
  }

  private static func wait(after error: any Error, failures: Int) -> Duration {
    let doubled = first.doubled(failures - 1, upTo: longest)
    guard let error = error as? CatalogError else { return doubled }
    if let asked = error.retryAfter { return max(doubled, min(asked, longestAsked)) }
    return error.isRetryable ? doubled : hopeless
  }
}
