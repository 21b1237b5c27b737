import HTTPTypes
import PlayerKitServices

/// Reads YouTube's catalog by the YouTube Data API, with an app's API key.
///
/// A value whose copies share their transport. May be used on any thread, any number of times at
/// once. Each call throws `CatalogError`, or `CancellationError` soon after its task is cancelled.
///
/// A day's quota limits the calls. A search costs 100 units, and any other request costs 1. If the
/// quota is used up, calls throw `rateLimited` with the time until midnight in California.
/// ``YouTubeQuota`` counts the units.
public struct YouTubeClient: Sendable {
  /// The country in which searches must be able to play a video, as two letters. `nil` lets the
  /// service choose.
  public let region: String?
  let requester: ServiceRequester

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - key: The app's API key. Without one, calls throw `missingCredential`.
  ///   - region: The country for searches, as two letters.
  ///   - quota: The meter to count with. Only used if the configuration has no transport. If it has
  ///     one, wrap that transport's network in ``YouTubeQuota/transport(_:)``.
  ///   - configuration: The settings.
  public init(
    key: String?,
    region: String? = nil,
    quota: YouTubeQuota? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    var configuration = configuration
    if configuration.transport == nil {
      let clock = configuration.clock
      let quota = quota ?? YouTubeQuota(clock: clock)
      configuration.transport = ServiceTransport(
        quota.transport(NetworkTransport(clock: clock)),
        policy: .youTube,
        clock: clock,
        logger: configuration.logger
      )
    }
    self.region = region.flatMap { $0.isTwoLetterCode ? $0.uppercased() : nil }
    var requester = ServiceRequester(
      policy: .youTube,
      host: "www.googleapis.com",
      configuration: configuration
    )
    // The service omits all other parameters from its next pages.
    requester.firstPageParameters = []
    // Not a common parameter, because lists keep those to request their next pages.
    requester.prepare = { request in
      guard let key, !key.isEmpty else {
        throw CatalogError(.missingCredential, Self.missingKey, service: .youTube)
      }
      request.path?.append(item: "key", key)
    }
    requester.failure = { [clock = configuration.clock] in
      YouTubeReply.failure(in: $0, now: clock.date)
    }
    self.requester = requester
  }

  static let missingKey = """
    YouTube needs an API key. Create one at console.cloud.google.com for the YouTube Data API.
    """

  /// Returns the decoded answer to any request, for endpoints without a method. Adds the key.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }
}
