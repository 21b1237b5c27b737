import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitServices

/// Sends requests with their tokens, renews each token at most once per request, and throws errors
/// for unsuccessful replies. May be used on any thread.
struct TokenExchange: Sendable {
  let developerTokens: any DeveloperTokenProvider
  let userTokens: (any UserTokenProvider)?
  let clock: any PlaybackClock
  let logger: Logger
  /// Called with the details of replies that affect the known capabilities.
  var onReply: (@Sendable (_ path: String, _ status: Int, _ codes: [String]) -> Void)?

  /// Returns the successful reply to a request. If the service reports an empty list as an error,
  /// returns an empty list.
  func reply(
    to request: CatalogRequest,
    by send: ServiceRequester.Sender
  ) async throws -> HTTPTransportResponse {
    let path = RequestQuery.path(of: request.path)
    let isPersonal = request.isPersonal ?? (path == "/v1/me" || path.hasPrefix("/v1/me/"))
    let (reply, isUsersFault) = try await exchange(request, isPersonal, send)
    let error = ReplyFailure.error(of: reply, at: clock.date, isUsersFault: isUsersFault)
    let codes = error?.details.compactMap(\.code) ?? []
    let status = reply.response.status.code
    // A refused developer token says nothing about the user.
    if status != 401 || isUsersFault || !isPersonal { onReply?(request.path, status, codes) }
    guard let error else { return reply }
    if request.method == .get, codes.contains(ReplyFailure.noRelatedResources) {
      return HTTPTransportResponse(HTTPResponse(status: .ok), body: Data(#"{"data":[]}"#.utf8))
    }
    logger.debug(
      "The Apple Music API refused a request.",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(path)", "status": "\(status)",
        "occurrence": "\(error.details.compactMap(\.occurrence).joined(separator: " "))",
      ]
    )
    throw error
  }

  /// Sends the request, and again if a token was refused and the provider has another one. Each
  /// token is renewed once, so there are at most three attempts. A 401 caused by the user's token
  /// counts as its refusal.
  private func exchange(
    _ request: CatalogRequest,
    _ isPersonal: Bool,
    _ send: ServiceRequester.Sender
  ) async throws -> (reply: HTTPTransportResponse, isUsersFault: Bool) {
    var user = isPersonal ? try await userToken() : nil
    var developer = try await developerTokens.token()
    var mayRenewDeveloper = true
    var mayRenewUser = true
    while true {
      var fields: HTTPFields = [.authorization: "Bearer \(developer.secret)"]
      fields[.musicUserToken] = user?.secret
      let reply = try await send(request, fields)
      let status = reply.response.status.code
      var isUsersFault = status == 403 && isPersonal
      if status == 401, isPersonal { isUsersFault = try await accepts(developer, send) }
      if isUsersFault {
        guard mayRenewUser, let refused = user, let userTokens else { return (reply, true) }
        mayRenewUser = false
        await userTokens.refused(refused)
        user = try await userToken()
        if user == refused { return (reply, true) }
      } else {
        guard status == 401, mayRenewDeveloper else { return (reply, false) }
        mayRenewDeveloper = false
        let refused = developer
        await developerTokens.refused(refused)
        developer = try await developerTokens.token()
        if developer == refused { return (reply, false) }
      }
    }
  }

  /// Whether the service accepts a developer token. A 401 for a personal call may also concern the
  /// user; a call without a user shows which.
  private func accepts(
    _ token: DeveloperToken,
    _ send: ServiceRequester.Sender
  ) async throws -> Bool {
    let path = AppleMusic.CapabilityProbe.developerToken.path
    let fields: HTTPFields = [
      .authorization: "Bearer \(token.secret)", .cacheControl: "no-cache",
    ]
    let status = try await send(CatalogRequest(path), fields).response.status.code
    onReply?(path, status, [])
    return status != 401
  }

  private func userToken() async throws -> MusicUserToken {
    if let userTokens { return try await userTokens.token() }
    throw CatalogError.appleMusic(
      .missingCredential,
      "This needs a user's token, and the client has none."
    )
  }
}
