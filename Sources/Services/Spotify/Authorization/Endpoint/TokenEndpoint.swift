import Foundation
import HTTPTypes
import MusicCatalog

/// One address that gives tokens for forms: the accounts service's, or one of an app's own server.
struct TokenEndpoint: Sendable {
  private let request: HTTPRequest

  init(_ request: HTTPRequest) {
    self.request = request
  }

  /// Sends a form and reads the tokens.
  ///
  /// - Parameter basic: User and password of the header field `Authorization`.
  func tokens(
    for form: KeyValuePairs<String, String>,
    basic: (id: String, secret: String)? = nil,
    by transport: any HTTPTransport,
    at date: Date
  ) async throws -> Spotify.TokenAnswer {
    var request = request
    request.headerFields[.contentType] = "application/x-www-form-urlencoded"
    request.headerFields[.accept] = "application/json"
    request.headerFields[.cacheControl] = "no-store"
    if let basic {
      let text = Data("\(basic.id):\(basic.secret)".utf8).base64EncodedString()
      request.headerFields[.authorization] = "Basic \(text)"
    }
    let body = form.map { "\($0)=\(PercentEncoding.query($1))" }.joined(separator: "&")
    let call = HTTPCall(request, body: Data(body.utf8), maximumReplySize: 64 << 10)
    do {
      let reply = try await transport.send(call)
      let secrets = form.map(\.value) + (basic.map { [$0.secret] } ?? [])
      return try TokenReply.answer(of: reply, at: date, sent: secrets)
    } catch var error as CatalogError {
      error.service = .spotify
      throw error
    }
  }
}
