import Foundation
import HTTPTypes
import Logging
import MusicCatalog

/// Sends requests with their tokens, renews each token at most once a request, and turns answers
/// that state a failure into errors. May be used on any thread.
struct Requester: Sendable {
  let base: ServiceBase?
  let transport: any HTTPTransport
  let developerTokens: any DeveloperTokenProvider
  let userTokens: (any UserTokenProvider)?
  let clock: any CatalogClock
  let logger: Logger
  let timeout: Duration
  let maximumReplySize: Int
  /// Is called with what answers show of what the app and the user may do.
  var onReply: (@Sendable (_ path: String, _ status: Int, _ codes: [String]) -> Void)?
  /// The language of names and texts; `nil`: the store's own.
  var language: String?

  /// The answer to a request, where it states a success.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func reply(to request: AppleMusic.DataRequest) async throws -> HTTPReply {
    try await reply(
      to: request.target(language: language),
      method: request.method,
      body: request.body,
      sendsUserToken: request.sendsUserToken
    )
  }

  /// The answer to a request, decoded; its lists page by this requester.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func value<Value: Decodable>(
    of request: AppleMusic.DataRequest,
    as type: Value.Type
  ) async throws -> Value {
    try decode(type, from: try await reply(to: request), to: request)
  }

  func decode<Value: Decodable>(
    _ type: Value.Type,
    from reply: HTTPReply,
    to request: AppleMusic.DataRequest
  ) throws -> Value {
    let loader = PageLoader(
      requester: self,
      first: try request.target(language: language),
      sendsUserToken: request.sendsUserToken
    )
    return try loader.decode(type, from: reply)
  }

  /// The answer to `target`, an encoded path and query, where it states a success.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func reply(
    to target: String,
    method: HTTPRequest.Method = .get,
    body: Data? = nil,
    sendsUserToken: Bool
  ) async throws -> HTTPReply {
    let (reply, isUsersFault) = try await exchange(target, method, body, sendsUserToken)
    let error = ReplyFailure.error(of: reply, at: clock.date, isUsersFault: isUsersFault)
    let codes = error?.details.compactMap(\.code) ?? []
    let status = reply.response.status.code
    // A refused developer token says nothing of the user who called.
    if status != 401 || isUsersFault || !sendsUserToken { onReply?(target, status, codes) }
    guard let error else { return reply }
    log(error, method, target)
    throw error
  }

  /// Sends once, and again where a token was refused and the provider has another: each token is
  /// renewed once, so that there are three attempts at most. A 401 that the user's token caused
  /// counts as that token's refusal.
  private func exchange(
    _ target: String,
    _ method: HTTPRequest.Method,
    _ body: Data?,
    _ sendsUserToken: Bool
  ) async throws -> (reply: HTTPReply, isUsersFault: Bool) {
    guard let base else { throw Self.unusableBase }
    var user = sendsUserToken ? try await userToken() : nil
    var developer = try await developerTokens.token()
    var call = HTTPCall(
      base.request(method, target),
      body: body,
      timeout: timeout,
      maximumReplySize: maximumReplySize
    )
    call.request.headerFields[.accept] = "application/json"
    if body != nil { call.request.headerFields[.contentType] = "application/json" }
    var mayRenewDeveloper = true
    var mayRenewUser = true
    while true {
      call.request.headerFields[.authorization] = "Bearer \(developer.secret)"
      call.request.headerFields[.musicUserToken] = user?.secret
      let reply = try await send(call)
      let status = reply.response.status.code
      var isUsersFault = status == 403 && sendsUserToken
      if status == 401, sendsUserToken { isUsersFault = try await accepts(developer) }
      if isUsersFault {
        guard mayRenewUser, let refused = user, let userTokens else { return (reply, true) }
        mayRenewUser = false
        await userTokens.refused(refused)
        let next = try await userToken()
        if next == refused { return (reply, true) }
        user = next
      } else {
        guard status == 401, mayRenewDeveloper else { return (reply, false) }
        mayRenewDeveloper = false
        await developerTokens.refused(developer)
        let next = try await developerTokens.token()
        if next == developer { return (reply, false) }
        developer = next
      }
    }
  }

  /// Whether the service accepts a developer token. A 401 to a personal call may be about the user
  /// as well: the answer to a call without a user tells which.
  private func accepts(_ token: DeveloperToken) async throws -> Bool {
    guard let base else { return false }
    let path = AppleMusic.CapabilityProbe.developerToken.path
    var call = HTTPCall(base.request(.get, path), timeout: timeout)
    call.request.headerFields[.authorization] = "Bearer \(token.secret)"
    call.request.headerFields[.cacheControl] = "no-cache"
    let status = try await send(call).response.status.code
    onReply?(path, status, [])
    return status != 401
  }

  /// The service is named where the transport failed; a provider's failure is not the service's.
  private func send(_ call: HTTPCall) async throws -> HTTPReply {
    do {
      return try await transport.send(call)
    } catch var error as CatalogError {
      error.service = error.service ?? .appleMusic
      throw error
    }
  }

  private func userToken() async throws -> MusicUserToken {
    guard let userTokens else { throw Self.noUserToken }
    return try await userTokens.token()
  }

  private func log(_ error: CatalogError, _ method: HTTPRequest.Method, _ target: String) {
    logger.debug(
      "The Apple Music API refused a request.",
      metadata: [
        "method": "\(method.rawValue)", "path": "\(RequestQuery.path(of: target))",
        "status": "\(error.httpStatus ?? 0)",
        "occurrence": "\(error.details.compactMap(\.occurrence).joined(separator: " "))",
      ]
    )
  }

  static let unusableBase = RequestChecks.invalid(
    "The base of the service is not an http or https address."
  )
  private static let noUserToken = CatalogError(
    .missingCredential,
    "This needs a user's token, and the client has none.",
    service: .appleMusic
  )
}
