import Foundation
import HTTPTypes
import MusicCatalog

/// One address that gives tokens for forms: the accounts service's, or one of an app's own server.
struct TokenEndpoint: Sendable {
  private let call: HTTPCall
  private let secret: String?
  private let transport: any HTTPTransport
  private let clock: any CatalogClock

  /// The endpoint at an address: ``Foundation/URL/tokens`` of the accounts service, or one of an app's
  /// own server.
  ///
  /// - Parameter app: The app's id and secret, which each request carries; `nil`: none.
  init(
    _ url: URL,
    app: (id: String, secret: String)? = nil,
    transport: any HTTPTransport,
    clock: any CatalogClock
  ) throws(CatalogError) {
    var call = try Self.call(to: url)
    if let app {
      let text = try "\(Self.checked(app.id)):\(Self.checked(app.secret))"
      call.request.headerFields[.authorization] = "Basic \(Data(text.utf8).base64EncodedString())"
    }
    self.call = call
    secret = app?.secret
    self.transport = transport
    self.clock = clock
  }

  /// An app's id or secret, where it can be one.
  @discardableResult
  static func checked(_ text: String) throws(CatalogError) -> String {
    // A colon would end the id within `Basic`.
    guard (1...256).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
    else {
      throw CatalogError.spotify(
        .invalidCredential,
        "The app's client id or secret is empty, too long, or has characters that none has"
      )
    }
    return text
  }

  /// A call to an address to which secrets may be sent: https, or http on this machine.
  static func call(to url: URL) throws(CatalogError) -> HTTPCall {
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    let fields: HTTPFields = [
      .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
      .cacheControl: "no-store",
    ]
    guard url.scheme?.lowercased() == "https" || isHere,
      var call = try? HTTPCall(url, method: .post, fields: fields)
    else {
      throw CatalogError.spotify(
        .invalidArgument,
        "Tokens are asked for at an https address without a user, or by http on this machine"
      )
    }
    call.maximumReplySize = 64 << 10
    return call
  }

  /// The tokens of a new sign-in. `clientID`: the app's id, where no secret stands for it.
  func redeem(
    _ code: SpotifyAuthorizationCode,
    clientID: String? = nil
  ) async throws -> Spotify.TokenAnswer {
    try await tokens(for: [
      "grant_type": "authorization_code", "code": code.secret, "redirect_uri": code.redirectURI,
      "client_id": clientID, "code_verifier": code.verifier,
    ])
  }

  /// The next tokens.
  func refresh(_ token: String, clientID: String? = nil) async throws -> Spotify.TokenAnswer {
    try await tokens(for: [
      "grant_type": "refresh_token", "refresh_token": token, "client_id": clientID,
    ])
  }

  /// Sends a form, without the fields that have no value, and reads the tokens.
  func tokens(for form: KeyValuePairs<String, String?>) async throws -> Spotify.TokenAnswer {
    let fields = form.compactMap { name, value in value.map { (name, $0) } }
    let body = fields.map { "\($0)=\(PercentEncoding.query($1))" }.joined(separator: "&")
    var call = call
    call.body = Data(body.utf8)
    do {
      let reply = try await transport.send(call)
      let secrets = fields.map(\.1) + [secret].compactMap(\.self)
      return try Self.answer(of: reply, at: clock.date, sent: secrets)
    } catch var error as CatalogError {
      error.service = .spotify
      throw error
    }
  }
}

extension TokenEndpoint {
  /// The tokens, or why there are none.
  ///
  /// - Parameter sent: What must not be shown, should the answer quote it.
  private static func answer(
    of reply: HTTPReply,
    at date: Date,
    sent: [String]
  ) throws(CatalogError) -> Spotify.TokenAnswer {
    guard reply.response.status.kind == .successful else {
      throw failure(of: reply, at: date, sent: sent)
    }
    // The decoder's error may quote a token.
    guard let answer = try? JSONDecoder().decode(Spotify.TokenAnswer.self, from: reply.body),
      isToken(answer.accessToken), answer.refreshToken.map(isToken) ?? true
    else {
      throw CatalogError(
        .malformedReply,
        "The answer holds no access token",
        service: .spotify,
        httpStatus: reply.response.status.code
      )
    }
    return answer
  }

  /// Whether a header field can carry it.
  private static func isToken(_ text: String) -> Bool {
    (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func failure(of reply: HTTPReply, at date: Date, sent: [String]) -> CatalogError {
    let status = reply.response.status.code
    let failure = try? JSONDecoder().decode(Spotify.AuthorizationFailure.self, from: reply.body)
    let name = failure.flatMap { isName($0.error) && !sent.contains($0.error) ? $0.error : nil }
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
      service: .spotify,
      httpStatus: status,
      details: name.map { [.init(code: $0, text: text)] } ?? [],
      retryAfter: reply.retryAfter(now: date)
    )
  }

  /// Whether it is a name of a failure as the standard has them, so that it may be shown.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}

extension URL {
  /// Spotify's accounts service.
  public static var spotifyAccounts: URL {
    URL(string: "https://accounts.spotify.com") ?? URL(filePath: "/")
  }

  /// Where such a service gives tokens; a path is a prefix.
  var tokens: URL { appending(path: "api/token") }
}
