import Foundation
import HTTPTypes
import PlayerKit

/// The reply of a token endpoint.
package protocol IssuedTokens: Decodable {
  var accessToken: String { get }
  var refreshToken: String? { get }
}

/// An endpoint that issues tokens for forms (RFC 6749), at the service or at an app's own server.
package struct TokenEndpoint: Sendable {
  private let service: CatalogService
  private let call: HTTPCall
  private let secret: String?
  private let transport: any HTTPTransport
  private let clock: any PlaybackClock

  /// Makes the endpoint at a URL.
  ///
  /// - Parameter app: The app's id and secret, sent with each request as `Basic`. `nil` sends none.
  package init(
    _ url: URL,
    of service: CatalogService,
    app: (id: String, secret: String)? = nil,
    transport: any HTTPTransport,
    clock: any PlaybackClock
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

  /// Returns an app's id or secret if it is well-formed.
  @discardableResult
  package static func checked(
    _ text: String,
    of service: CatalogService
  ) throws(CatalogError) -> String {
    // A colon would end the id in `Basic`.
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

  /// Makes a call to a URL that may receive secrets: HTTPS, or HTTP on this machine.
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

  /// Sends a form, without the fields that have no value, and decodes the tokens.
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
  /// Returns the tokens, or throws the reported error.
  ///
  /// - Parameter sent: Secrets that must not be shown if the reply quotes them.
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

  /// Whether the text is valid in a header field.
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

  /// Whether the text has the form of a standard error name, so that it may be shown.
  package static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == 0x5F }
  }
}

/// An error reply (RFC 6749, 5.2). Some services send the name as `message`.
private struct Failure: Decodable {
  let error: String?
  let message: String?
  let errorDescription: String?

  var name: String? { error ?? message }

  private enum CodingKeys: String, SnakeCaseKey {
    case error, message, errorDescription
  }
}
