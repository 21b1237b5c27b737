import HTTPTypes
import PlayerKitServices

/// Reads Deezer's catalog without an account or token.
///
/// A value whose copies share their transport. May be used on any thread, any number of times at
/// once. Each call throws `CatalogError`, or `CancellationError` soon after its task is cancelled.
/// Missing items throw `notFound`, even if the service reports them with status 200.
///
/// The service allows 50 requests per 5 s from one address. `ServicePolicy.deezer` respects that,
/// so share one transport among an app's clients. Preview addresses expire; see
/// ``Deezer/Track/previewURL``.
public struct DeezerClient: Sendable {
  /// The language of genre names, in the form of `Accept-Language`; `nil` to let the service choose
  /// by the client's address.
  public let language: String?
  let requester: ServiceRequester

  /// Creates a client. Checks and sends nothing yet.
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

  /// Returns the decoded answer to any request, for endpoints without a method. Lists in it can
  /// fetch their next pages.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }
}
