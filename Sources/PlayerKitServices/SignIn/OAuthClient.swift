import Foundation
import HTTPTypes
import PlayerKit

/// Requests tokens: redeems codes and refresh tokens, at the service or through an app's own server.
///
/// It stores nothing. ``OAuthSession`` uses it; a server that keeps the app's secret uses it alone,
/// and passes the answers on. May be used on any thread. Descriptions contain no secret.
public struct OAuthClient: Sendable, Redacted {
  private let configuration: OAuthConfiguration
  private let token: HTTPTransportRequest
  private let refresh: HTTPTransportRequest
  private let transport: any HTTPTransport
  private let clock: any PlaybackClock

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - configuration: The service and the app.
  ///   - transport: Sends the requests.
  ///   - clock: Gives the date for a `Retry-After` with a date.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the app's id or secret is malformed;
  ///   ``CatalogError/Code/invalidArgument`` if an address is neither HTTPS nor HTTP on this
  ///   machine.
  public init(
    _ configuration: OAuthConfiguration,
    transport: any HTTPTransport,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    try configuration.checkApp()
    self.configuration = configuration
    token = try configuration.call(to: configuration.tokenURL)
    refresh = try configuration.call(to: configuration.refreshURL ?? configuration.tokenURL)
    self.transport = transport
    self.clock = clock
  }

  /// Requests the tokens of a new sign-in.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/signInRequired`` if the code is
  ///   not accepted; ``CatalogError/Code/invalidArgument`` if it has no proof key, and the app has
  ///   no secret.
  public func redeem(_ code: OAuthCode) async throws -> OAuthAnswer {
    if configuration.authentication == .ownServer {
      return try await send([("code", code.secret), ("code_verifier", code.verifier)], by: token)
    }
    guard code.verifier != nil || configuration.clientSecret != nil else {
      throw CatalogError(
        .invalidArgument,
        "The code has no proof key",
        service: configuration.service
      )
    }
    return try await send(
      [
        ("grant_type", "authorization_code"), ("code", code.secret),
        ("redirect_uri", code.redirectURI), ("code_verifier", code.verifier),
      ],
      by: token,
      configuration.authentication
    )
  }

  /// Requests the next access token, and the next refresh token if there is one. The old one
  /// usually becomes invalid.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/signInRequired`` if the refresh
  ///   token has expired, was revoked, or has been replaced by another.
  public func refresh(_ refreshToken: String) async throws -> OAuthAnswer {
    if configuration.authentication == .ownServer {
      return try await send([("refresh_token", refreshToken)], by: refresh)
    }
    return try await send(
      [("grant_type", "refresh_token"), ("refresh_token", refreshToken)],
      by: refresh,
      configuration.authentication
    )
  }

  /// Requests a token of the app itself (client credentials), which needs the app's secret. The id
  /// and the secret are sent as `Basic`.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/unauthorized`` if the service
  ///   does not know the app or its secret.
  public func appToken() async throws -> OAuthAnswer {
    try await send([("grant_type", "client_credentials")], by: token, .basic)
  }

  /// Notifies the service of a sign-out. A failure has no effect: the tokens expire by themselves.
  func revoke(_ token: OAuthToken) async {
    guard let call = configuration.revocation?(token) else { return }
    _ = try? await transport.send(call)
  }

  /// Sends a form, without the fields that have no value, and decodes the tokens.
  private func send(
    _ form: [(name: String, value: String?)],
    by call: HTTPTransportRequest,
    _ authentication: OAuthConfiguration.ClientAuthentication = .ownServer
  ) async throws -> OAuthAnswer {
    var (call, form) = (call, form)
    let (id, secret) = (configuration.clientID, configuration.clientSecret)
    switch (authentication, secret) {
    case (.ownServer, _): break
    case (.basic, let secret?):
      call.fields[.authorization] = String(basicAuthorization: id, password: secret)
    case (.basic, nil), (.form, _): form += [("client_id", id), ("client_secret", secret)]
    }
    let fields = form.compactMap { name, value in value.map { (name, $0) } }
    let body = fields.map { "\($0)=\(PercentEncoding.query($1))" }.joined(separator: "&")
    call.body = Data(body.utf8)
    do {
      let reply = try await transport.send(call)
      return try answer(of: reply, sent: fields.map(\.1) + [secret].compactMap(\.self))
    } catch var error as CatalogError {
      error.service = configuration.service
      throw error
    }
  }

  /// Returns the tokens, or throws the reported error.
  ///
  /// - Parameter sent: Secrets that must not be shown if the reply quotes them.
  private func answer(of reply: HTTPTransportResponse, sent: [String]) throws(CatalogError)
    -> OAuthAnswer
  {
    guard reply.response.status.kind == .successful else { throw failure(of: reply, sent: sent) }
    // The decoder's error may quote a token.
    guard let answer = try? JSONDecoder().decode(OAuthAnswer.self, from: reply.body),
      answer.isValid
    else {
      throw CatalogError(
        .malformedReply,
        "The answer holds no access token",
        httpStatus: reply.response.status.code
      )
    }
    return answer
  }

  private func failure(of reply: HTTPTransportResponse, sent: [String]) -> CatalogError {
    let status = reply.response.status.code
    let failure = try? JSONDecoder().decode(OAuthFailure.self, from: reply.body)
    let name = (failure?.error ?? failure?.message).flatMap {
      OAuthFailure.isName($0) && !sent.contains($0) ? $0 : nil
    }
    let text = failure?.errorDescription.flatMap { text in
      text.utf8.count <= 300 && !sent.contains { $0.utf8.count > 3 && text.contains($0) }
        ? text : nil
    }
    let code: CatalogError.Code =
      switch (status, name) {
      case (400..<429, "invalid_grant"): .signInRequired
      case (400..<429, "invalid_client"), (400..<429, "unauthorized_client"): .unauthorized
      case (_, _): .init(httpStatus: status)
      }
    let message =
      name == "invalid_grant"
      ? "The sign-in has ended or was revoked: the user has to sign in again"
      : "No token was given: \(status)" + (name.map { ", \($0)" } ?? "")
    return CatalogError(
      code,
      message,
      httpStatus: status,
      details: name.map { [.init(code: $0, text: text)] } ?? [],
      retryAfter: reply.retryAfter(now: clock.date)
    )
  }
}
