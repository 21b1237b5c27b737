import Foundation
import HTTPTypes

/// What an address answers that gives tokens.
package protocol IssuedTokens: Decodable {
  var accessToken: String { get }
  var refreshToken: String? { get }
}

/// One address that gives tokens for forms (RFC 6749): a service's, or one of an app's own server.
package struct TokenEndpoint: Sendable {
  private let service: CatalogService
  private let call: HTTPCall
  private let secret: String?
  private let transport: any HTTPTransport
  private let clock: any CatalogClock

  /// The endpoint at an address.
  ///
  /// - Parameter app: The app's id and secret, which each request carries as `Basic`; `nil`: none.
  package init(
    _ url: URL,
    of service: CatalogService,
    app: (id: String, secret: String)? = nil,
    transport: any HTTPTransport,
    clock: any CatalogClock
  ) throws(CatalogError) {
    self.service = service
    var call = try Self.call(to: url, of: service)
    if let app {
      let id = try Self.checked(app.id, of: service)
      let text = try "\(id):\(Self.checked(app.secret, of: service))"
      call.request.headerFields[.authorization] = "Basic \(Data(text.utf8).base64EncodedString())"
    }
    self.call = call
    secret = app?.secret
    self.transport = transport
    self.clock = clock
  }

  /// An app's id or secret, where it can be one.
  @discardableResult
  package static func checked(
    _ text: String,
    of service: CatalogService
  ) throws(CatalogError) -> String {
    // A colon would end the id within `Basic`.
    guard (1...256).contains(text.utf8.count),
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
    else {
      throw CatalogError(
        .invalidCredential,
        "The app's client id or secret is empty, too long, or has characters that none has",
        service: service
      )
    }
    return text
  }

  /// A call to an address to which secrets may be sent: https, or http on this machine.
  package static func call(
    to url: URL,
    of service: CatalogService
  ) throws(CatalogError) -> HTTPCall {
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    let isHere = ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
    let fields: HTTPFields = [
      .contentType: "application/x-www-form-urlencoded", .accept: "application/json",
      .cacheControl: "no-store",
    ]
    guard url.scheme?.lowercased() == "https" || isHere,
      var call = try? HTTPCall(url, method: .post, fields: fields)
    else {
      throw CatalogError(
        .invalidArgument,
        "Tokens are asked for at an https address without a user, or by http on this machine",
        service: service
      )
    }
    call.maximumReplySize = 64 << 10
    return call
  }

  /// Sends a form, without the fields that have no value, and reads the tokens.
  package func tokens<Answer: IssuedTokens>(
    for form: KeyValuePairs<String, String?>,
    as type: Answer.Type = Answer.self
  ) async throws -> Answer {
    let fields = form.compactMap { name, value in value.map { (name, $0) } }
    let body = fields.map { "\($0)=\(PercentEncoding.query($1))" }.joined(separator: "&")
    var call = call
    call.body = Data(body.utf8)
    do {
      let reply = try await transport.send(call)
      let secrets = fields.map(\.1) + [secret].compactMap(\.self)
      return try answer(of: reply, at: clock.date, sent: secrets)
    } catch var error as CatalogError {
      error.service = service
      throw error
    }
  }
}

extension TokenEndpoint {
  /// The tokens, or why there are none.
  ///
  /// - Parameter sent: What must not be shown, should the answer quote it.
  private func answer<Answer: IssuedTokens>(
    of reply: HTTPReply,
    at date: Date,
    sent: [String]
  ) throws(CatalogError) -> Answer {
    guard reply.response.status.kind == .successful else {
      throw failure(of: reply, at: date, sent: sent)
    }
    // The decoder's error may quote a token.
    guard let answer = try? JSONDecoder().decode(Answer.self, from: reply.body),
      Self.isToken(answer.accessToken), answer.refreshToken.map(Self.isToken) ?? true
    else {
      throw CatalogError(
        .malformedReply,
        "The answer holds no access token",
        service: service,
        httpStatus: reply.response.status.code
      )
    }
    return answer
  }

  /// Whether a header field can carry it.
  private static func isToken(_ text: String) -> Bool {
    (1...8192).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private func failure(of reply: HTTPReply, at date: Date, sent: [String]) -> CatalogError {
    let status = reply.response.status.code
    let failure = try? JSONDecoder().decode(Failure.self, from: reply.body)
    let name = failure?.name.flatMap { Self.isName($0) && !sent.contains($0) ? $0 : nil }
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
      service: service,
      httpStatus: status,
      details: name.map { [.init(code: $0, text: text)] } ?? [],
      retryAfter: reply.retryAfter(now: date)
    )
  }

  /// Whether it is a name of a failure as the standard has them, so that it may be shown.
  package static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}

/// What is said where no token is given (RFC 6749, 5.2). Some services name the failure as `message`.
private struct Failure: Decodable {
  let error: String?
  let message: String?
  let errorDescription: String?

  var name: String? { error ?? message }

  private enum CodingKeys: String, SnakeCaseKey {
    case error, message, errorDescription
  }
}
