import Foundation
import HTTPTypes
import MusicCatalog

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
    get { requester.language }
    set { requester.language = newValue }
  }
  /// What answers show of what the app and the user may do: each answer to this client is noted in
  /// it, and it asks by itself where it is told to refresh.
  public let capabilities: AppleMusic.CapabilitiesObserver

  var requester: Requester
  let lookups: SingleLookups

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - developerTokens: gives the token that every request needs.
  ///   - userTokens: gives the token that library, history and ratings need; `nil`: those throw
  ///     ``CatalogError/Code/missingCredential``.
  ///   - storefront: the store whose catalog is read.
  ///   - language: the language of names and texts; `nil`: the store's own.
  ///   - configuration: the transport and its like.
  public init(
    developerTokens: any DeveloperTokenProvider,
    userTokens: (any UserTokenProvider)? = nil,
    storefront: String,
    language: String? = nil,
    configuration: Configuration = Configuration()
  ) {
    self.storefront = storefront
    var requester = Requester(
      base: configuration.baseURL.flatMap { ServiceBase($0, of: .appleMusic) },
      transport: configuration.transport,
      developerTokens: developerTokens,
      userTokens: userTokens,
      clock: configuration.clock,
      logger: configuration.logger,
      timeout: configuration.timeout,
      maximumReplySize: configuration.maximumReplySize,
      language: nil
    )
    // The probes note nothing: the observer reads their answers itself, and holds no ring.
    let capabilities = AppleMusic.CapabilitiesObserver { [requester] probe in
      try await requester.reply(to: probe.path, sendsUserToken: probe.needsUserToken)
    }
    requester.onReply = { capabilities.record(path: $0, status: $1, codes: $2) }
    requester.language = language
    self.capabilities = capabilities
    self.requester = requester
    lookups = SingleLookups(clock: configuration.clock, window: configuration.lookupWindow)
  }

  /// The same client for another store and language.
  public func `in`(storefront: String, language: String? = nil) -> AppleMusicClient {
    var client = self
    client.storefront = storefront
    client.language = language
    return client
  }
}
