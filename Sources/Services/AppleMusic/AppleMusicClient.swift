import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads the Apple Music API, and changes a user's library.
///
/// ```swift
/// let client = AppleMusicClient(
///   developerTokens: StaticDeveloperTokenProvider(token),
///   storefront: "us"
/// )
/// let found = try await client.search("the example band", for: [.songs, .albums])
/// let album = try await client.album("800000001", with: [\.tracks])
/// ```
///
/// A value. Copies share their tokens, their transport and pending lookups. All methods may be
/// called on any thread, any number of times at once. They throw ``CatalogError``, or
/// `CancellationError` soon after the task is canceled. An invalid call (an empty term, a limit
/// above the maximum, a storefront without exactly two letters) throws
/// ``CatalogError/Code/invalidArgument`` without a request.
///
/// If the service refuses a developer token (401) or user token (403), the client renews it once
/// per request if its provider has another one. Otherwise the error is
/// ``CatalogError/Code/unauthorized`` or ``CatalogError/Code/forbidden``.
public struct AppleMusicClient: Sendable {
  /// The storefront whose catalog is read: two letters, such as `us`. Ids of songs and albums
  /// belong to one storefront.
  public var storefront: String
  /// The language of names and texts, one of the storefront's, such as `en-GB`. `nil` means the
  /// storefront's default.
  public var language: String? {
    get { requester.commonParameters.first?.value }
    set {
      requester.commonParameters = [URLQueryItem](["l": newValue == "" ? nil : newValue])
    }
  }
  /// The known capabilities of the app and the user. Each reply to this client updates them, and a
  /// refresh sends its own requests.
  public let capabilities: AppleMusic.CapabilitiesObserver

  var requester: ServiceRequester
  let lookups: SingleLookups

  /// Makes a client. Checks and sends nothing yet.
  ///
  /// - Parameters:
  ///   - developerTokens: Provides the token that every request needs.
  ///   - userTokens: Provides the token that library, history and ratings need. If `nil`, those
  ///     calls throw ``CatalogError/Code/missingCredential``.
  ///   - storefront: The storefront whose catalog is read.
  ///   - language: The language of names and texts. `nil` means the storefront's default.
  ///   - lookupWindow: How long single lookups are collected before they are sent as one request.
  ///     With a manual test clock, a single lookup waits until the clock moves, unless this is
  ///     zero.
  ///   - configuration: The transport and related settings.
  public init(
    developerTokens: any DeveloperTokenProvider,
    userTokens: (any UserTokenProvider)? = nil,
    storefront: String,
    language: String? = nil,
    lookupWindow: Duration = .milliseconds(5),
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.storefront = storefront
    var exchange = TokenExchange(
      developerTokens: developerTokens,
      userTokens: userTokens,
      clock: configuration.clock,
      logger: configuration.logger
    )
    var requester = ServiceRequester(
      policy: .appleMusic,
      host: "api.music.apple.com",
      configuration: configuration
    )
    requester.carriedParameters = ["l"]
    // An offset sets the first member; `with` adds groups beside the list.
    requester.firstPageParameters = ["offset", "with"]
    requester.exchange = { [exchange] in try await exchange.reply(to: $0, by: $1) }
    // The probes have no `onReply`: the observer reads their replies itself, and this avoids a
    // reference cycle.
    let capabilities = AppleMusic.CapabilitiesObserver { [requester] probe in
      try await requester.reply(to: CatalogRequest(probe.path))
    }
    exchange.onReply = { capabilities.record(path: $0, status: $1, codes: $2) }
    requester.exchange = { [exchange] in try await exchange.reply(to: $0, by: $1) }
    self.capabilities = capabilities
    self.requester = requester
    lookups = SingleLookups(clock: configuration.clock, window: lookupWindow)
    self.language = language
  }

  /// Returns the client for another storefront and language.
  public func `in`(storefront: String, language: String? = nil) -> AppleMusicClient {
    var client = self
    client.storefront = storefront
    client.language = language
    return client
  }

  /// Sends any request and returns the successful reply. Its body may be empty. The user's token is
  /// sent if the path is below `/v1/me`, or if the request is personal.
  public func reply(to request: CatalogRequest) async throws -> HTTPTransportResponse {
    try await requester.reply(to: request)
  }

  /// Sends any request and decodes the reply, for endpoints without a method. Lists in it can fetch
  /// further pages.
  ///
  /// ```swift
  /// let request = CatalogRequest("/v1/catalog/us/curators/976439548")
  /// let found: AppleMusic.Collection<AppleMusic.Item> = try await client.value(of: request)
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` also if the body is empty.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Checks whether the service accepts the developer token.
  ///
  /// - Throws: ``CatalogError/Code/unauthorized`` if it does not.
  public func checkDeveloperToken() async throws {
    _ = try await reply(to: CatalogRequest(AppleMusic.CapabilityProbe.developerToken.path))
  }
}
