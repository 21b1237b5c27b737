import Foundation
import HTTPTypes
import PlayerKitServices

/// Gets developer tokens from the app's own server, keeps the latest, and renews it in time.
///
/// However many ask at once, one fetch runs. It runs in a task of its own: a caller that is cancelled
/// stops waiting, the fetch goes on for the others. A token is renewed a settable time before it
/// expires; while the old one is valid callers get it without waiting, also where the renewal fails.
/// After a failure the server is left alone for a while, longer with each further one; who asks
/// meanwhile, and there is no valid token, gets the last error at once. Nothing runs on its own:
/// renewals come from ``token()`` being called.
///
/// All methods may be called on any thread. Descriptions hold no token and no address.
public final class FetchedDeveloperTokenProvider: DeveloperTokenProvider, Redacted {
  private let renewal: TokenRenewal<DeveloperToken>

  /// Makes a provider that gets tokens by a closure.
  ///
  /// - Parameters:
  ///   - leeway: How long before its end a token is renewed.
  ///   - firstPause: How long the source is left alone after a failure; twice as long after each
  ///     further one in a row. Also the shortest time between two renewals.
  ///   - longestPause: The bound of these pauses, and of what the source asks for by
  ///     ``CatalogError/retryAfter``.
  ///   - clock: Measures the pauses and says whether a token has expired.
  ///   - fetch: Gets a token; one call at a time. It should end: nobody else ends it.
  public init(
    leeway: Duration = .seconds(600),
    firstPause: Duration = .seconds(1),
    longestPause: Duration = .seconds(300),
    clock: any CatalogClock = SystemCatalogClock(),
    fetch: @escaping @Sendable () async throws -> DeveloperToken
  ) {
    renewal = TokenRenewal(
      pace: .init(leeway: leeway, firstPause: firstPause, longestPause: longestPause),
      clock: clock
    ) {
      // What a stranger's error says is not known to be without secrets: only its type is shown.
      await Result(of: fetch).mapError { error in
        error as? CatalogError
          ?? CatalogError(
            .missingCredential,
            "No developer token could be had: \(type(of: error))",
            service: .appleMusic,
            underlying: error
          )
      }
    }
  }

  /// Makes a provider that gets tokens from an address of the app's own server, by `GET`.
  ///
  /// ``DeveloperTokenReply`` says in which forms it may answer.
  ///
  /// - Parameters:
  ///   - url: An https address; http only on this machine, since a token must not travel in clear.
  ///   - headerFields: Fields that the server asks for, such as a session of its own.
  ///   - transport: Sends the request. Must not cache: a token that was refused would come again.
  /// - Throws: ``CatalogError/Code/invalidArgument`` for any other address.
  public convenience init(
    url: URL,
    headerFields: HTTPFields = [:],
    transport: any HTTPTransport,
    leeway: Duration = .seconds(600),
    firstPause: Duration = .seconds(1),
    longestPause: Duration = .seconds(300),
    clock: any CatalogClock = SystemCatalogClock()
  ) throws(CatalogError) {
    let call = try DeveloperTokenReply.call(to: url, headerFields: headerFields)
    self.init(
      leeway: leeway,
      firstPause: firstPause,
      longestPause: longestPause,
      clock: clock
    ) {
      let reply = try await transport.send(call)
      return try DeveloperTokenReply.token(of: reply, at: clock.date)
    }
  }

  /// The token at hand, or the next one.
  ///
  /// - Throws: ``CatalogError`` of the fetch where there is no valid token;
  ///   ``CatalogError/Code/unauthorized`` where the source gives only tokens that were refused;
  ///   `CancellationError`.
  public func token() async throws -> DeveloperToken {
    try await renewal.token()
  }

  /// Drops the token, so that the next call of ``token()`` gets another one. Where that is refused
  /// as well, soon after, further ones are fetched ever more slowly.
  public func refused(_ token: DeveloperToken) async {
    renewal.refused(token)
  }
}

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
    guard var call = try? HTTPCall(url, fields: headerFields),
      call.request.scheme == "https" || isThisMachine(url.host ?? "")
    else {
      throw CatalogError(
        .invalidArgument,
        "Developer tokens are fetched from an https address, or http on this machine"
      )
    }
    if call.request.headerFields[.accept] == nil {
      call.request.headerFields[.accept] = "application/json, text/plain"
    }
    call.request.headerFields[.cacheControl] = "no-cache"
    call.maximumReplySize = 64 << 10
    return call
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
