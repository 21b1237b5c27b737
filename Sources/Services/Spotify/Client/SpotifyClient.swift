import Foundation
import HTTPTypes
import PlayerKitServices

/// Reads the Spotify Web API, changes a user's library and playlists, and commands the user's
/// players.
///
/// ```swift
/// let client = SpotifyClient(tokens: tokens, market: "GB")
/// let found = try await client.search("the example band", for: [.track, .album])
/// for try await track in try await client.tracks(ofAlbum: "1111111111111111111111").all { … }
/// ```
///
/// A value; copies share their tokens, their transport and what is known of the app. All methods may
/// be called on any thread, any number of times at once, and throw ``CatalogError``, or
/// `CancellationError` soon after the task is cancelled. What is wrong with a call itself (an
/// identity that is none, a limit above the maximum) is ``CatalogError/Code/invalidArgument``, and
/// nothing is sent.
///
/// A refused token (401) is renewed once a request, where its provider has another. What the service
/// gives as its reason is ``CatalogError/spotifyReason``. What it has taken from the app's class is
/// ``CatalogError/Code/unavailable``: found out by asking, noted in ``capabilities``, and not asked
/// again.
public struct SpotifyClient: Sendable {
  /// The country for which tracks and albums are asked for, such as `GB`; `nil`: the user's, or with
  /// an app's own token none, where each track lists its countries.
  public var market: String?
  /// What answers have shown of what the app may do.
  public let capabilities: SpotifyCapabilities

  let requester: ServiceRequester
  var gate: SpotifyCapabilityGate { SpotifyCapabilityGate(capabilities: capabilities) }

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - tokens: gives the token of each request: an app's own, or a user's, without which
  ///     everything below `/me` is refused.
  ///   - market: the country for which tracks are asked for.
  ///   - capabilities: what is known of the app, to be shared by all its clients.
  ///   - configuration: the transport and its like.
  public init(
    tokens: any SpotifyTokenProvider,
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
      // Neither state nor library nor playlists may be answered from what was true before a change.
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
    // Without its market a list would go on with tracks of another.
    requester.carriedParameters = ["limit", "market", "additional_types"]
    self.requester = requester
  }

  /// The same client for another country.
  public func `in`(market: String?) -> SpotifyClient {
    var client = self
    client.market = market
    return client
  }

  /// The answer to any request, decoded: for what the client has no method for. Lists in it page by
  /// themselves. The client's market is not added.
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

/// Names and values, not encoded. A name without a value is left out.
typealias SpotifyParameters = [(name: String, value: String?)]

extension CatalogRequest {
  /// A request for the segments of a path below `/v1`.
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
  /// The answer to a request below `/v1`, decoded.
  func value<Value: Decodable>(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    by method: HTTPRequest.Method = .get,
    body: JSONValue? = nil
  ) async throws -> Value {
    try await requester.value(of: CatalogRequest(method, path, parameters, body))
  }

  /// Sends a request below `/v1`. Any 2xx is a success. Its body may be empty, or no JSON.
  @discardableResult
  func send(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    by method: HTTPRequest.Method = .get,
    body: JSONValue? = nil
  ) async throws -> HTTPReply {
    try await requester.reply(to: CatalogRequest(method, path, parameters, body))
  }

  /// One page of a list.
  ///
  /// - Parameters:
  ///   - parameters: what the list needs besides.
  ///   - most: the largest limit.
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

  /// A thing that plays in some countries.
  func thing<Value: Decodable>(_ kind: String, _ id: String) async throws -> Value {
    try await value([kind, SpotifyChecks.identity(id)], [("market", country())])
  }

  /// The list that stands alone in an answer, under a name.
  func list<Element>(
    _ path: [String],
    _ parameters: SpotifyParameters = [],
    _ list: (SpotifyLists) -> LossyArray<Element>?
  ) async throws -> LossyArray<Element> {
    if let list = list(try await value(path, parameters)) { return list }
    throw CatalogError.spotify(.malformedReply, "There is no list in the answer.")
  }

  /// The market as a parameter.
  func country() throws -> String? {
    try SpotifyChecks.market(market)
    return market
  }
}

/// An answer that holds a list under a name. Whatever else stands in it does not count.
struct SpotifyLists: Decodable {
  let tracks: LossyArray<Spotify.Track>?
  let albums: LossyArray<Spotify.Album>?
  let artists: LossyArray<Spotify.Artist>?
  let devices: LossyArray<Spotify.Device>?
}

extension Int? {
  /// As a parameter.
  var text: String? { map(String.init) }
}
