import HTTPTypes
import PlayerKitServices

/// Reads Deezer's catalog: no account, no token.
///
/// A value; copies share their transport. May be used on any thread, any number of times at once. Each call
/// throws `CatalogError`, or `CancellationError` soon after its task is cancelled. What the service does not
/// have is `notFound`, also where it says so with the status 200.
///
/// The service allows 50 requests in 5 s from one address. `ServicePolicy.deezer` keeps to that: share one
/// transport among the clients of an app. Addresses of previews expire; see ``Deezer/Track/previewURL``.
public struct DeezerClient: Sendable {
  /// The language of names of genres, as `Accept-Language` has it; `nil`: the service's choice, by the address.
  public let language: String?
  let requester: ServiceRequester

  /// Makes a client. Nothing is checked or sent yet.
  public init(
    language: String? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.language = language
    var requester = ServiceRequester(
      policy: .deezer,
      host: "api.deezer.com",
      configuration: configuration
    )
    requester.prepare = { $0.headerFields[.acceptLanguage] = language }
    requester.failure = { [clock = configuration.clock] in
      DeezerReply.failure(in: $0, now: clock.date)
    }
    self.requester = requester
  }

  /// The answer to any request, decoded: for what the client has no method for. Lists in it page by themselves.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }
}
