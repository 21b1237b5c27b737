import Foundation
import HTTPTypes

/// Converts between a request's parts and a URL. Only HTTP and HTTPS with a host and without a
/// user.
package enum RequestURL {
  /// Returns the URL of a request.
  package static func url(of request: HTTPRequest) throws(CatalogError) -> URL {
    guard let scheme = request.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw CatalogError(.invalidArgument, "Only http and https addresses are supported.")
    }
    // A path without a leading slash could extend the authority: `host` and `@other/`.
    guard let authority = request.authority, !authority.isEmpty,
      let path = request.path, path.first == "/",
      let url = URL(string: "\(scheme)://\(authority)\(path)"),
      self.authority(of: url)?.lowercased() == authority.lowercased()
    else {
      throw CatalogError(.invalidArgument, "The request has no valid host and path.")
    }
    return url
  }

  /// Sets the URL of a request. `nil` if the URL is not supported.
  package static func request(_ request: HTTPRequest, at url: URL) -> HTTPRequest? {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let authority = authority(of: url),
      let components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return nil }
    var request = request
    request.scheme = scheme
    request.authority = authority
    let path = components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath
    request.path = components.percentEncodedQuery.map { "\(path)?\($0)" } ?? path
    return request
  }

  /// Whether two URLs share scheme, host and port.
  package static func isSameOrigin(_ a: URL, _ b: URL) -> Bool {
    a.scheme?.lowercased() == b.scheme?.lowercased() && a.host?.lowercased() == b.host?.lowercased()
      && port(a) == port(b)
  }

  private static func authority(of url: URL) -> String? {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      components.user == nil, components.password == nil,
      let host = components.percentEncodedHost, !host.isEmpty
    else { return nil }
    return components.port.map { "\(host):\($0)" } ?? host
  }

  private static func port(_ url: URL) -> Int {
    url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
  }
}
