import Foundation
import PlayerKit

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
    guard !isOneTooMany else { return .failure(HTTPFailure.tooManyRedirects) }
    guard !isSameOrigin(request.url, response.url) else { return .success(request) }
    var stripped = request
    for name in secrets.union(["Authorization", "Cookie"]) {
      stripped.setValue(nil, forHTTPHeaderField: name)
    }
    return .success(stripped)
  }

  private static func isSameOrigin(_ a: URL?, _ b: URL?) -> Bool {
    guard let a, let b else { return false }
    return a.scheme?.lowercased() == b.scheme?.lowercased()
      && a.host?.lowercased() == b.host?.lowercased() && port(a) == port(b)
  }

  private static func port(_ url: URL) -> Int {
    url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
  }
}
