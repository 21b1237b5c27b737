import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads the Apple Music API, and changes a user's library through it.
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
/// A value; copies share their tokens, their transport and the look-ups that are being collected.
/// All methods may be called on any thread, any number of times at once, and throw ``CatalogError``,
/// or `CancellationError` soon after the task is cancelled. What is wrong with a call itself (an
/// empty term, a limit above the maximum, a storefront that is not two letters) is
/// ``CatalogError/Code/invalidArgument``, and nothing is sent.
///
/// A refused developer token (401) or user token (403) is renewed once a request, where its
/// provider has another; then the error is ``CatalogError/Code/unauthorized`` or
/// ``CatalogError/Code/forbidden``.
public struct AppleMusicClient: Sendable {
  /// The store whose catalog is read: two letters, such as `us`. The identities of songs and albums
  /// are those of one store.
  public var storefront: String
  /// The language of names and texts, such as `en-GB`, one of the store's; `nil`: the store's own.
  public var language: String? {
    get { requester.commonParameters.first?.value }
    set {
      requester.commonParameters = [URLQueryItem](["l": newValue == "" ? nil : newValue])
    }
  }
  /// What answers show of what the app and the user may do: each answer to this client is noted in
  /// it, and it asks by itself where it is told to refresh.
  public let capabilities: AppleMusic.CapabilitiesObserver

  var requester: ServiceRequester
  let lookups: SingleLookups

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - developerTokens: gives the token that every request needs.
  ///   - userTokens: gives the token that library, history and ratings need; `nil`: those throw
  ///     ``CatalogError/Code/missingCredential``.
  ///   - storefront: the store whose catalog is read.
  ///   - language: the language of names and texts; `nil`: the store's own.
  ///   - lookupWindow: for how long single look-ups are collected before they are sent as one. With a clock that
  ///     a test moves by hand, a single look-up waits until it is moved: or set this to zero.
  ///   - configuration: the transport and its like.
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
    // An offset says where to begin; `with` adds groups beside the list.
    requester.firstPageParameters = ["offset", "with"]
    requester.exchange = { [exchange] in try await exchange.reply(to: $0, by: $1) }
    // The probes note nothing: the observer reads their answers itself, and holds no ring.
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

  /// The same client for another store and language.
  public func `in`(storefront: String, language: String? = nil) -> AppleMusicClient {
    var client = self
    client.storefront = storefront
    client.language = language
    return client
  }

  /// The answer to any request, where it states a success; its body may be empty. The user's token goes along where
  /// the path lies under `/v1/me`, or the request says that it is personal.
  public func reply(to request: CatalogRequest) async throws -> HTTPReply {
    try await requester.reply(to: request)
  }

  /// The answer to any request, decoded: for what the client has no method for. Resources and lists in it page by
  /// themselves.
  ///
  /// ```swift
  /// let request = CatalogRequest("/v1/catalog/us/curators/976439548")
  /// let found: AppleMusic.Collection<AppleMusic.Item> = try await client.value(of: request)
  /// ```
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` also where the body is empty.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  /// Asks whether the service accepts the developer token.
  ///
  /// - Throws: ``CatalogError/Code/unauthorized`` where it does not.
  public func checkDeveloperToken() async throws {
    _ = try await reply(to: CatalogRequest(AppleMusic.CapabilityProbe.developerToken.path))
  }
}
