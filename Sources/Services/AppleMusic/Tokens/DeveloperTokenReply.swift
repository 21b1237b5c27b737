import Foundation
import HTTPTypes
import MusicCatalog

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
  /// The request for a token; not to be answered from a cache.
  static func call(to url: URL, headerFields: HTTPFields) throws(CatalogError) -> HTTPCall {
    let fields = HTTPRequest(
      method: .get,
      scheme: nil,
      authority: nil,
      path: nil,
      headerFields: headerFields
    )
    guard var request = RequestURL.request(fields, at: url),
      request.scheme == "https" || isThisMachine(url.host ?? "")
    else {
      throw CatalogError(
        .invalidArgument,
        "Developer tokens are fetched from an https address, or http on this machine"
      )
    }
    if request.headerFields[.accept] == nil {
      request.headerFields[.accept] = "application/json, text/plain"
    }
    request.headerFields[.cacheControl] = "no-cache"
    return HTTPCall(request, maximumReplySize: 64 << 10)
  }

  /// Reads the server's answer.
  ///
  /// - Parameter date: the present, which a date in `Retry-After` is compared with.
  /// - Throws: ``CatalogError``: by the status where that is not 2xx;
  ///   ``CatalogError/Code/malformedReply`` where there is no token in it;
  ///   ``CatalogError/Code/invalidCredential`` where there is one that is malformed.
  public static func token(
    of reply: HTTPReply,
    at date: Date = Date()
  ) throws(CatalogError) -> DeveloperToken {
    let status = reply.response.status
    guard status.kind == .successful else { throw failure(of: reply, at: date) }
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
      let object = try? JSONDecoder().decode(JSONValue.self, from: body)
      return object?["token"]?.string ?? object?["developerToken"]?.string
    case "\"":
      return try? JSONDecoder().decode(String.self, from: body)
    case nil, "<", "[":
      return nil
    case .some:
      return trimmed
    }
  }

  /// No service is named: it is the app's server that failed, not the catalog.
  private static func failure(of reply: HTTPReply, at date: Date) -> CatalogError {
    let status = reply.response.status.code
    return CatalogError(
      CatalogError.Code(httpStatus: status),
      "The app's server for developer tokens answered \(status)",
      httpStatus: status,
      retryAfter: reply.retryAfter(now: date)
    )
  }

  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host.lowercased())
  }
}
