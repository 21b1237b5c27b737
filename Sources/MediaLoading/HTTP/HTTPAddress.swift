import Foundation
import PlayerKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a resource is requested, and how to find out where it has gone.
struct HTTPAddress: Sendable {
  let url: URL
  var headers: [String: String] = [:]
  var renewal: (@Sendable () async throws -> MediaSource)?

  /// Asks a source's renewal. Only what lies on a server can take the place of what did.
  static func renewed(
    by renewal: @Sendable () async throws -> MediaSource
  ) async -> Result<HTTPAddress, PlayerError> {
    do {
      let source = try await renewal()
      guard case .remote(let url) = source.location, RedirectRule.isAllowed(url) else {
        return .failure(HTTPFailure.blocked)
      }
      return .success(HTTPAddress(url: url, headers: source.headers))
    } catch {
      return .failure(PlayerError(resolving: error))
    }
  }
}

extension HTTPAddress {
  /// Where a source lies.
  init(_ source: MediaSource, _ url: URL) {
    self.init(url: url, headers: source.headers, renewal: source.renewal)
  }
}

/// Says where a server may lead a request, and what goes along.
enum RedirectRule {
  /// Whether a URL is one that we play at all.
  static func isAllowed(_ url: URL?) -> Bool {
    guard let url, let scheme = url.scheme?.lowercased() else { return false }
    return (scheme == "http" || scheme == "https") && url.host?.isEmpty == false
  }

  /// The request to go on with; without the caller's header fields where it leaves the host.
  ///
  /// - Parameters:
  ///   - secrets: the names of the fields that the caller gave for the first host.
  ///   - isOneTooMany: whether the server has led on too often.
  static func follow(
    _ request: URLRequest,
    from response: HTTPURLResponse,
    secrets: Set<String>,
    isOneTooMany: Bool
  ) -> Result<URLRequest, PlayerError> {
    // On Linux a location such as `file:///a` arrives as a path on the old host, so the field itself
    // is looked at too.
    let location = response.value(forHTTPHeaderField: "Location").flatMap { URL(string: $0) }
    guard isAllowed(request.url), location?.scheme == nil || isAllowed(location) else {
      return .failure(HTTPFailure.redirectBlocked)
    }
    guard !isHTTPS(response.url) || isHTTPS(request.url) else {
      return .failure(HTTPFailure.downgraded)
    }
    guard !isOneTooMany else { return .failure(HTTPFailure.tooManyRedirects) }
    guard !isSameOrigin(request.url, response.url) else { return .success(request) }
    var stripped = request
    for name in secrets.union(["Authorization", "Cookie"]) {
      stripped.setValue(nil, forHTTPHeaderField: name)
    }
    return .success(stripped)
  }

  private static func isHTTPS(_ url: URL?) -> Bool { url?.scheme?.lowercased() == "https" }

  private static func isSameOrigin(_ a: URL?, _ b: URL?) -> Bool {
    guard let a, let b else { return false }
    return a.scheme?.lowercased() == b.scheme?.lowercased()
      && a.host?.lowercased() == b.host?.lowercased() && port(a) == port(b)
  }

  private static func port(_ url: URL) -> Int {
    url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
  }
}
