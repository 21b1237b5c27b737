import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads the Spotify Web API, changes a user's library and playlists, and controls the user's
/// players.
///
/// ```swift
/// let client = SpotifyClient(tokens: tokens, market: "GB")
/// let found = try await client.search("the example band", for: [.track, .album])
/// for try await track in try await client.tracks(ofAlbum: "1111111111111111111111").all { … }
/// ```
///
/// A value. Copies share their tokens, their transport and the known capabilities of the app. All
/// methods may be called on any thread, any number of times at once. They throw ``CatalogError``,
/// or `CancellationError` soon after the task is canceled. An invalid call (a malformed id, a limit
/// above the maximum) throws ``CatalogError/Code/invalidArgument`` without a request.
///
/// If the service refuses a token (401), the client renews it once per request if its provider has
/// another one. ``CatalogError/spotifyReason`` is the reason given by the service. Features that
/// the service no longer offers to the app's class throw ``CatalogError/Code/unavailable``. The
/// client detects this with a request, records it in ``capabilities``, and does not try again.
public struct SpotifyClient: Sendable {
  /// The country for tracks and albums, such as `GB`. `nil` means the user's country. With an app's
  /// own token, there is then no country, and each track lists its countries.
  public var market: String?
  /// The app's capabilities, as shown by replies.
  public let capabilities: SpotifyCapabilities

  let requester: ServiceRequester
  var gate: SpotifyCapabilityGate { SpotifyCapabilityGate(capabilities: capabilities) }

  /// Makes a client. Checks and sends nothing yet.
  ///
  /// - Parameters:
  ///   - tokens: Provides the token of each request: an app's own, or a user's. Everything below
  ///     `/me` needs a user's token.
  ///   - market: The country for tracks.
  ///   - capabilities: The known capabilities of the app, to be shared by all its clients.
  ///   - configuration: The transport and related settings.
  public init(
    tokens: any OAuthTokenProvider,
    market: String? = nil,
    capabilities: SpotifyCapabilities = SpotifyCapabilities(),
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.market = market
    self.capabilities = capabilities
    var configuration = configuration
    configuration.transport = SpotifyTransport(
      base: configuration.transport(for: .spotify),
      tokens: tokens
    )
    var requester = ServiceRequester(
      policy: .spotify,
      host: "api.spotify.com",
      configuration: configuration
    )
    requester.prepare = { request in
      // State, library and playlists must not come from a cache filled before a change.
      let area = SpotifyTransport.area(of: request)
      if ["me", "playlists", "users"].contains(area) {
        request.headerFields[.cacheControl] = "no-cache"
      }
    }
    requester.failure = { [clock = configuration.clock, logger = configuration.logger] reply in
      let error = SpotifyFailure.error(of: reply, at: clock.date)
      if let error {
        logger.debug("Spotify refused a request.", metadata: error.spotifyMetadata)
      }
      return error
    }
    // Without its market, a list would continue with tracks of another one.
    requester.carriedParameters = ["limit", "market", "additional_types"]
    self.requester = requester
  }

  /// Returns the client for another country.
  public func `in`(market: String?) -> SpotifyClient {
    var client = self
    client.market = market
    return client
  }

  /// Sends any request and decodes the reply, for endpoints without a method. Lists in it can fetch
  /// further pages. The client's market is not added.
  ///
  /// ```swift
  /// let path = "/v1/audiobooks/\(id)/chapters"
  /// let chapters: JSONValue = try await client.value(of: CatalogRequest(path))
  /// ```
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }
}

/// Names and values, not encoded. Names without a value are left out.
typealias SpotifyParameters = [(name: String, value: String?)]

extension CatalogRequest {
  /// Makes a request for the path segments below `/v1`.
  fileprivate init(
    _ method: HTTPRequest.Method,
    _ segments: [String],
    _ parameters: SpotifyParameters,
    _ body: JSONValue?
  ) {
    var path = "/v1/" + segments.map(PercentEncoding.segment).joined(separator: "/")
    for (name, value) in parameters {
      if let value { path.append(item: name, value) }
    }
    self.init(path, method: method, body: body.flatMap { try? JSONEncoder().encode($0) })
  }
}

extension SpotifyClient {
  /// Sends a request below `/v1` and decodes the reply.
  func value<Value: Decodable>(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    by method: HTTPRequest.Method = .get,
    body: JSONValue? = nil
  ) async throws -> Value {
    try await requester.value(of: CatalogRequest(method, path, parameters, body))
  }

  /// Sends a request below `/v1`. Any 2xx is a success. Its body may be empty, or not JSON.
  @discardableResult
  func send(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    by method: HTTPRequest.Method = .get,
    body: JSONValue? = nil
  ) async throws -> HTTPTransportResponse {
    try await requester.reply(to: CatalogRequest(method, path, parameters, body))
  }

  /// Returns one page of a list.
  ///
  /// - Parameters:
  ///   - parameters: Further parameters of the list.
  ///   - most: The maximum limit.
  func page<Element>(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    limit: Int?,
    offset: Int?,
    atMost most: Int = SpotifyLimits.page
  ) async throws -> Spotify.Page<Element> {
    try SpotifyChecks.limit(limit, atMost: most)
    try SpotifyChecks.offset(offset)
    let place: SpotifyParameters = [("limit", limit.text), ("offset", offset.text)]
    return try await value(path, parameters + place)
  }

  /// Returns an item whose availability depends on the country.
  func thing<Value: Decodable>(_ kind: String, _ id: String) async throws -> Value {
    try await value([kind, SpotifyChecks.identity(id)], [("market", country())])
  }

  /// Returns the only list in a reply, which is nested under a name.
  func list<Element>(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    _ list: (SpotifyLists) -> LossyArray<Element>?
  ) async throws -> LossyArray<Element> {
    if let list = list(try await value(path, parameters)) { return list }
    throw CatalogError.spotify(.malformedReply, "The answer contains no list.")
  }

  /// Returns the validated market.
  func country() throws -> String? {
    try SpotifyChecks.market(market)
    return market
  }
}

/// A reply with a list under a name. Other members are ignored.
struct SpotifyLists: Decodable {
  let tracks: LossyArray<Spotify.Track>?
  let albums: LossyArray<Spotify.Album>?
  let artists: LossyArray<Spotify.Artist>?
  let devices: LossyArray<Spotify.Device>?
}

extension Int? {
  /// The number as a parameter.
  var text: String? { map(String.init) }
}
