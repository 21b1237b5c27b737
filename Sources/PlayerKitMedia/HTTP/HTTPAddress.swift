import PlayerKitSystem
import PlayerKitHTTP
import HTTPTypes
import PlayerKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Where a resource is requested, and how to find out where it has gone.
struct HTTPAddress: Sendable {
  /// The maximum time that a renewal may take.
  static let maxRenewal = Duration.seconds(60)

  let url: URL
  var headers: [String: String] = [:]
  /// Where it may lie, and lead.
  var reach = NetworkScope.publicAfterRedirect
  var renewal: (@Sendable () async throws -> MediaSource)?
  /// The cookies of the load.
  var cookies = CookieJar()

  /// Asks a source's renewal. Only what lies on a server can take the place of what did, and reaches no
  /// further.
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
  /// Where an answer came from. What may be a secret goes along only where no other origin came between.
  func led(to answer: HTTPAnswer) -> HTTPAddress {
    var headers = headers
    if answer.isStripped {
      headers = headers.filter { name, _ in
        HTTPField.Name(name).map(RedirectRule.isHarmless) ?? false
      }
    }
    return HTTPAddress(url: answer.url, headers: headers, reach: answer.reach, cookies: cookies)
  }

  /// Where a source lies.
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

extension HTTPFetch {
  /// A request of a reader.
  init(_ address: HTTPAddress, _ part: HTTPReader.Request) {
    var fields = HTTPFields()
    for (name, value) in address.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    switch part.extent {
    case .part(let length): fields[.range] = "bytes=\(part.offset)-\(part.offset + length - 1)"
    case .rest: fields[.range] = "bytes=\(part.offset)-"
    case .all: fields[.range] = nil
    }
    // A live stream then tells what it plays.
    if part.offset == 0, let name = HTTPField.Name("Icy-MetaData") { fields[name] = "1" }
    if part.offset > 0, let validator = part.validator { fields[.ifRange] = validator }
    self.init(
      address.url,
      fields: fields,
      window: 256 << 10,
      mostRedirects: part.mostRedirects,
      reach: address.reach,
      cookies: address.cookies
    )
  }
}
