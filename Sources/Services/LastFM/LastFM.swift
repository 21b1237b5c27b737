import HTTPTypes
import PlayerKitServices

extension CatalogService {
  /// Last.fm.
  public static let lastFM = CatalogService(rawValue: "lastfm")
}

extension ServicePolicy {
  /// About five requests a second from one address.
  static let lastFM = ServicePolicy(
    service: .lastFM,
    limit: RateLimit(
      interval: .milliseconds(250),
      burst: 4,
      firstPause: .seconds(5),
      longestPause: .seconds(60),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )
}

extension ServiceRequester {
  /// Creates a requester for Last.fm's API.
  ///
  /// - Parameters:
  ///   - userAgent: The name and version of the app.
  ///   - bodyType: The content type of request bodies.
  static func lastFM(
    userAgent: String,
    bodyType: String? = nil,
    configuration: ClientConfiguration
  ) -> ServiceRequester {
    var requester = ServiceRequester(
      policy: .lastFM,
      host: "ws.audioscrobbler.com",
      configuration: configuration
    )
    requester.prepare = {
      $0.headerFields[.userAgent] = userAgent
      if let bodyType { $0.headerFields[.contentType] = bodyType }
    }
    requester.failure = { [clock = configuration.clock] in
      LastFMRefusal.failure(in: $0, now: clock.date)
    }
    return requester
  }
}
