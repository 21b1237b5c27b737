import Foundation
import HTTPTypes

/// How the app's own server hands out developer tokens.
///
/// It answers `GET` with 200 and, whatever the `Content-Type`, one of
///
/// - the token itself as plain text, white space around it left out;
/// - a JSON object with the token under `token` or `developerToken`; other members are ignored;
/// - a JSON string.
///
/// The private key stays with that server; only tokens leave it.
public enum DeveloperTokenReply {
  private struct Object: Decodable {
    var token: String?
    var developerToken: String?
  }

  /// The request for a token; not to be answered from a cache.
  static func call(to url: URL, headerFields: HTTPFields) throws(CatalogError) -> HTTPCall {
    guard
      let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), let host = parts.percentEncodedHost, !host.isEmpty,
      parts.user == nil, parts.password == nil,
      scheme == "https" || scheme == "http" && isThisMachine(host)
    else {
      throw CatalogError(
        .invalidArgument,
        "Developer tokens are fetched from an https address, or http on this machine"
      )
    }
    let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
    var request = HTTPRequest(
      method: .get,
      scheme: scheme,
      authority: host + (parts.port.map { ":\($0)" } ?? ""),
      path: path + (parts.percentEncodedQuery.map { "?" + $0 } ?? ""),
      headerFields: headerFields
    )
    if request.headerFields[.accept] == nil {
      request.headerFields[.accept] = "application/json, text/plain"
    }
    request.headerFields[.cacheControl] = "no-cache"
    return HTTPCall(request, maximumReplySize: 64 << 10)
  }

  /// Reads the server's answer.
  ///
  /// - Throws: ``CatalogError``: by the status where that is not 2xx;
  ///   ``CatalogError/Code/malformedReply`` where there is no token in it;
  ///   ``CatalogError/Code/invalidCredential`` where there is one that is malformed.
  public static func token(of reply: HTTPReply) throws(CatalogError) -> DeveloperToken {
    let status = reply.response.status
    guard status.kind == .successful else { throw failure(of: status, reply) }
    guard let text = text(of: reply.body) else {
      throw CatalogError(
        .malformedReply,
        "The app's server answered without a developer token",
        httpStatus: status.code
      )
    }
    return try DeveloperToken(text)
  }

  private static func text(of body: Data) -> String? {
    guard let text = String(data: body, encoding: .utf8) else { return nil }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    switch trimmed.first {
    case "{":
      let object = try? JSONDecoder().decode(Object.self, from: body)
      return object.flatMap { $0.token ?? $0.developerToken }
    case "\"":
      return try? JSONDecoder().decode(String.self, from: body)
    case nil, "<", "[":
      return nil
    case .some:
      return trimmed
    }
  }

  /// No service is named: it is the app's server that failed, not the catalog.
  private static func failure(of status: HTTPResponse.Status, _ reply: HTTPReply) -> CatalogError {
    let code: CatalogError.Code =
      switch status.code {
      case 401: .unauthorized
      case 403: .forbidden
      case 404, 410: .notFound
      case 429: .rateLimited
      case 500...: .serverError
      default: .badRequest
      }
    let seconds = reply.response.headerFields[.retryAfter].flatMap { Int32($0) }
    return CatalogError(
      code,
      "The app's server for developer tokens answered \(status.code)",
      httpStatus: status.code,
      retryAfter: seconds.map { .seconds(max(0, $0)) }
    )
  }

  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
  }
}
