import HTTPTypes
import PlayerKitServices

extension CatalogService {
  /// ListenBrainz.
  public static let listenBrainz = CatalogService(rawValue: "listenbrainz")
}

extension ServicePolicy {
  /// A measured limit: 30 requests in 10 s.
  static let listenBrainz = ServicePolicy(
    service: .listenBrainz,
    limit: RateLimit(
      interval: .milliseconds(350),
      burst: 5,
      firstPause: .seconds(10),
      longestPause: .seconds(60),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )
}

extension ServiceRequester {
  /// Creates a requester for ListenBrainz.
  ///
  /// - Parameters:
  ///   - host: The host of its API or its lab.
  ///   - token: The user's token.
  ///   - userAgent: The name and version of the app.
  static func listenBrainz(
    at host: String = "api.listenbrainz.org",
    token: String?,
    userAgent: String,
    configuration: ClientConfiguration
  ) -> ServiceRequester {
    var requester = ServiceRequester(
      policy: .listenBrainz,
      host: host,
      configuration: configuration
    )
    requester.prepare = {
      $0.headerFields[.userAgent] = userAgent
      $0.headerFields[.authorization] = token.map { "Token " + $0 }
    }
    requester.failure = { [clock = configuration.clock] in
      ListenBrainzRefusal.failure(in: $0, now: clock.date)
    }
    return requester
  }
}
