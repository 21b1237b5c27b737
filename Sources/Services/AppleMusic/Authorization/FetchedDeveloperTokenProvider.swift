import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Gets developer tokens from the app's own server, caches the latest, and renews it in time.
///
/// Concurrent callers share one fetch. It runs in its own task: a canceled caller stops waiting,
/// and the fetch continues for the others. A token is renewed at a configurable time before it
/// expires. While the old one is valid, callers get it without waiting, even if the renewal fails.
/// After a failure the server is not asked for a while, longer after each further one. Callers
/// without a valid token then get the last error at once. Nothing runs on its own: only ``token()``
/// starts a renewal.
///
/// All methods may be called on any thread. Descriptions contain no token and no address.
public final class FetchedDeveloperTokenProvider: DeveloperTokenProvider, Redacted {
  private let renewal: TokenRefresher<DeveloperToken>

  /// Makes a provider that gets tokens from a closure.
  ///
  /// - Parameters:
  ///   - leeway: How long before its expiration a token is renewed.
  ///   - firstPause: The pause after a failure; it doubles after each further consecutive one. Also
  ///     the minimum time between two renewals.
  ///   - longestPause: The upper limit of these pauses, and of pauses requested by the source with
  ///     ``CatalogError/retryAfter``.
  ///   - clock: Measures the pauses and decides whether a token has expired.
  ///   - fetch: Gets a token. Only one call runs at a time. It must end on its own, since nothing
  ///     cancels it.
  public init(
    leeway: Duration = .seconds(600),
    firstPause: Duration = .seconds(1),
    longestPause: Duration = .seconds(300),
    clock: any PlaybackClock = SystemPlaybackClock(),
    fetch: @escaping @Sendable () async throws -> DeveloperToken
  ) {
    renewal = TokenRefresher(
      pace: .init(leeway: leeway, firstPause: firstPause, longestPause: longestPause),
      clock: clock
    ) {
      // An unknown error may contain secrets, so only its type is shown.
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

  /// Makes a provider that gets tokens from a URL of the app's own server with `GET`.
  ///
  /// ``DeveloperTokenReply`` describes the accepted forms of the reply.
  ///
  /// - Parameters:
  ///   - leeway: How long before the end of a token's validity a new one is fetched.
  ///   - firstPause: The pause after the first failed attempt. It doubles with each further one.
  ///   - longestPause: The longest pause between two attempts.
  ///   - clock: The clock, which tests replace.
  ///   - url: An HTTPS URL. HTTP is accepted only on this machine, since a token must not be sent
  ///     unencrypted.
  ///   - headerFields: Fields that the server requires, such as its own session.
  ///   - transport: Sends the request. It must not cache, or a refused token would be returned
  ///     again.
  /// - Throws: ``CatalogError/Code/invalidArgument`` for any other address.
  public convenience init(
    url: URL,
    headerFields: HTTPFields = [:],
    transport: any HTTPTransport,
    leeway: Duration = .seconds(600),
    firstPause: Duration = .seconds(1),
    longestPause: Duration = .seconds(300),
    clock: any PlaybackClock = SystemPlaybackClock()
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

  /// Returns the cached token, or fetches the next one.
  ///
  /// - Throws: ``CatalogError`` of the fetch if there is no valid token;
  ///   ``CatalogError/Code/unauthorized`` if the source returns only refused tokens;
  ///   `CancellationError`.
  public func token() async throws -> DeveloperToken {
    try await renewal.token()
  }

  /// Drops the token, so that the next call of ``token()`` gets another one. If it is refused too,
  /// soon after, further ones are fetched with growing delays.
  public func refused(_ token: DeveloperToken) async {
    renewal.refused(token)
  }
}

/// The reply of the app's own server with a developer token.
///
/// The server answers `GET` with 200 and, regardless of the `Content-Type`, one of these:
///
/// - the token as plain text; surrounding white space is ignored;
/// - a JSON object with the token under `token` or `developerToken`; other members are ignored;
/// - a JSON string.
///
/// The private key stays on that server; only tokens leave it.
public enum DeveloperTokenReply {
  /// Makes the request for a token, which must not be answered from a cache.
  static func call(to url: URL, headerFields: HTTPFields) throws(CatalogError)
    -> HTTPTransportRequest
  {
    guard var call = try? HTTPTransportRequest(url, fields: headerFields),
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

  /// Reads the server's reply.
  ///
  /// - Parameter reply: The reply.
  /// - Parameter date: The current date, to compare a date in `Retry-After` with.
  /// - Throws: ``CatalogError``, with a code for the status if it is not 2xx;
  ///   ``CatalogError/Code/malformedReply`` if there is no token;
  ///   ``CatalogError/Code/invalidCredential`` if the token is malformed.
  public static func token(
    of reply: HTTPTransportResponse,
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

  /// Names no service: the app's server failed, not the catalog.
  private static func failure(of reply: HTTPTransportResponse, at date: Date) -> CatalogError {
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
