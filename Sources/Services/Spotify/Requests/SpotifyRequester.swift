import Foundation
import HTTPTypes
import Logging
import MusicCatalog

/// Sends requests with their token, renews it at most once a request, and turns answers that state
/// a failure into errors. Any thread.
struct SpotifyRequester: Sendable {
  let base: ServiceBase?
  let transport: any HTTPTransport
  let tokens: any SpotifyTokenProvider
  let clock: any CatalogClock
  let logger: Logger
  let timeout: Duration
  let maximumReplySize: Int

  /// The answer to a request, decoded; its lists page by this requester.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func value<Value: Decodable>(
    of request: SpotifyRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try decode(type, from: try await reply(to: request), to: try request.target())
  }

  /// As ``value(of:as:)``; `nil` where the answer is empty.
  func valueIfAny<Value: Decodable>(
    of request: SpotifyRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value? {
    let reply = try await reply(to: request)
    guard reply.response.status != .noContent, !reply.body.isEmpty else { return nil }
    return try decode(type, from: reply, to: try request.target())
  }

  /// The answer to a request, where it states a success.
  @discardableResult
  func reply(to request: SpotifyRequest) async throws -> HTTPReply {
    try await reply(to: request.target(), request.method, try request.data())
  }

  /// The answer to an encoded path and query, where it states a success.
  func reply(
    to target: String,
    _ method: HTTPRequest.Method = .get,
    _ body: Data? = nil
  ) async throws -> HTTPReply {
    do {
      let reply = try await exchange(target, method, body)
      guard let error = SpotifyFailure.error(of: reply, at: clock.date) else { return reply }
      log(error, method, target)
      throw error
    } catch var error as CatalogError {
      error.service = error.service ?? .spotify
      throw error
    }
  }

  func decode<Value: Decodable>(
    _ type: Value.Type,
    from reply: HTTPReply,
    to target: String,
    group: String? = nil
  ) throws -> Value {
    var userInfo: [CodingUserInfoKey: any Sendable] = [
      .spotifyPager: SpotifyPageLoader(requester: self, first: target)
    ]
    userInfo[.spotifyGroup] = group
    return try ReplyDecoder.decode(type, from: reply, of: .spotify, userInfo: userInfo)
  }

  /// Sends once, and once more where the token was refused and the provider has another.
  private func exchange(
    _ target: String,
    _ method: HTTPRequest.Method,
    _ body: Data?
  ) async throws -> HTTPReply {
    guard let base else {
      throw SpotifyChecks.invalid("The base of the service is not an http or https address.")
    }
    var call = HTTPCall(
      base.request(method, target),
      body: body,
      timeout: timeout,
      maximumReplySize: maximumReplySize
    )
    call.request.headerFields[.accept] = "application/json"
    if body != nil { call.request.headerFields[.contentType] = "application/json" }
    // Neither state nor library nor playlists may be answered from what was true before a change.
    if Self.changes(target) { call.request.headerFields[.cacheControl] = "no-cache" }
    let token = try await tokens.accessToken()
    call.request.headerFields[.authorization] = "Bearer \(token.secret)"
    let reply = try await transport.send(call)
    guard reply.response.status == .unauthorized, Self.isAboutToken(reply, target) else {
      return reply
    }
    await tokens.refused(token)
    let next = try await tokens.accessToken()
    if next == token { return reply }
    call.request.headerFields[.authorization] = "Bearer \(next.secret)"
    return try await transport.send(call)
  }

  /// Whether a 401 says that the token is bad. Below `/me` it may say instead that a user is needed,
  /// while the catalog goes on taking the app's token.
  private static func isAboutToken(_ reply: HTTPReply, _ target: String) -> Bool {
    let path = RequestQuery.path(of: target).split(separator: "/").dropFirst().first
    guard path == "me" else { return true }
    let texts = SpotifyFailure.details(of: reply.body).compactMap { $0.text?.lowercased() }
    return texts.isEmpty || texts.contains { $0.contains("token") }
  }

  private static func changes(_ target: String) -> Bool {
    let first = RequestQuery.path(of: target).split(separator: "/").dropFirst().first
    return first == "me" || first == "playlists" || first == "users"
  }

  private func log(_ error: CatalogError, _ method: HTTPRequest.Method, _ target: String) {
    logger.debug(
      "The Spotify Web API refused a request.",
      metadata: [
        "method": "\(method.rawValue)", "path": "\(RequestQuery.path(of: target))",
        "status": "\(error.httpStatus ?? 0)",
        "reason": "\(error.spotifyReason?.rawValue.prefix(40) ?? "")",
      ]
    )
  }
}
