import HTTPTypes
import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

/// The address of a resource, and a way to renew it.
struct HTTPAddress: Sendable {
  /// The maximum time for a renewal.
  static let maxRenewal = Duration.seconds(60)

  let url: URL
  var headers: [String: String] = [:]
  /// The addresses that it may have, or redirect to.
  var reach = NetworkScope.publicAfterRedirect
  var renewal: (@Sendable () async throws -> MediaSource)?
  /// The cookies of the load.
  var cookies = CookieJar()

  /// Renews the address through its source. The new address must be on a server and can't have a
  /// wider reach.
  func renewed(
    by renewal: @Sendable () async throws -> MediaSource
  ) async -> Result<HTTPAddress, PlayerError> {
    do {
      let source = try await renewal()
      let reach = self.reach.narrowed(by: source.reach)
      guard case .remote(let url) = source.location, url.isHTTP else {
        return .failure(HTTPFailure.blocked)
      }
      return .success(HTTPAddress(url: url, headers: source.headers, reach: reach))
    } catch {
      return .failure(PlayerError(resolving: error))
    }
  }
}

extension HTTPAddress {
  /// Returns the address that a response came from. Secret header fields are kept only if no
  /// redirect changed the origin.
  func redirected(to answer: HTTPTransportResponse) -> HTTPAddress {
    var headers = headers
    if answer.isStripped {
      headers = headers.filter { name, _ in
        HTTPField.Name(name).map(RedirectRule.isHarmless) ?? false
      }
    }
    return HTTPAddress(
      url: answer.url ?? url,
      headers: headers,
      reach: answer.reach ?? reach,
      cookies: cookies
    )
  }

  /// Returns the valid header fields for a URL. Fields that may be secret are sent only to the
  /// address's own origin.
  func fields(for url: URL) -> HTTPFields {
    let isOwn = url.hasSameOrigin(as: self.url)
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name), isOwn || RedirectRule.isHarmless(name) else {
        continue
      }
      fields[name] = value
    }
    return fields
  }

  /// Creates the address of a source.
  init(
    _ source: MediaSource,
    _ url: URL,
    _ settings: LoadingSettings,
    cookies: CookieJar = CookieJar()
  ) {
    self.init(
      url: url,
      headers: source.headers,
      reach: settings.reach.narrowed(by: source.reach),
      renewal: source.renewal,
      cookies: cookies
    )
  }
}

extension HTTPTransportRequest {
  /// Creates a reader's request.
  init(_ address: HTTPAddress, _ part: HTTPReader.Request) {
    var fields = address.fields(for: address.url)
    switch part.extent {
    case .part(let length): fields[.range] = "bytes=\(part.offset)-\(part.offset + length - 1)"
    case .rest: fields[.range] = "bytes=\(part.offset)-"
    case .all: fields[.range] = nil
    }
    // Asks a live stream for its titles.
    if part.offset == 0, let name = HTTPField.Name("Icy-MetaData") { fields[name] = "1" }
    if part.offset > 0, let validator = part.validator { fields[.ifRange] = validator }
    self.init(
      to: address.url,
      fields: fields,
      window: 256 << 10,
      maximumRedirects: part.maximumRedirects,
      reach: address.reach,
      cookies: address.cookies
    )
  }
}
