import Foundation
import HTTPTypes

/// The base URL of a service: scheme, host, port, and a prefix of every path.
///
/// Every path is joined to it, including the address of a next page from the service. A client that
/// is pointed at another host never leaves it.
package struct ServiceBase: Sendable, Hashable {
  package let scheme: String
  package let authority: String
  /// Empty, or starts with `/` and does not end with it.
  package let prefix: String
  private let origin: Origin
  private let service: CatalogService

  /// `nil` if `url` is neither HTTP nor HTTPS, or has no host.
  package init?(_ url: URL, of service: CatalogService) {
    guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let origin = Origin(components)
    else { return nil }
    self.origin = origin
    self.service = service
    scheme = origin.scheme
    authority = components.port.map { "\(origin.host):\($0)" } ?? origin.host
    var path = Substring(PercentEncoding.mended(components.percentEncodedPath))
    while path.hasSuffix("/") { path = path.dropLast() }
    prefix = String(path)
  }

  /// Makes a request for an encoded path and query that start with `/`.
  package func request(_ method: HTTPRequest.Method, _ target: String) -> HTTPRequest {
    HTTPRequest(method: method, scheme: scheme, authority: authority, path: prefix + target)
  }

  /// Returns the path and query, below this base, of the `next` address in a reply. Keeps its
  /// encoding.
  ///
  /// - Throws: ``CatalogError/Code/malformedReply`` if it is on another server or outside the base.
  package func target(next: String) throws -> String {
    var text = Substring(next)
    if let fragment = text.firstIndex(of: "#") { text = text[..<fragment] }
    if !text.hasPrefix("/") || text.hasPrefix("//") {
      text = try ownPath(of: String(text))
    }
    let target = PercentEncoding.mended(String(text))
    guard target.hasPrefix("/"), !target.hasPrefix("//"), !Self.climbs(target) else {
      throw elsewhere
    }
    return target
  }

  /// Same as ``target(next:)``, but also accepts addresses at the service's own `host`, which this
  /// base replaces, with either HTTP or HTTPS. Only the path is used.
  package func target(next: String, standingFor host: String) throws -> String {
    if let start = next.range(of: "://"),
      ["http", "https"].contains(next[..<start.lowerBound].lowercased())
    {
      let rest = next[start.upperBound...]
      let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
      if [host, self.authority].contains(authority.lowercased()) {
        let path = rest[authority.endIndex...]
        guard path.hasPrefix("/") else { throw elsewhere }
        return try target(
          next: String(path.hasPrefix(prefix + "/") ? path.dropFirst(prefix.count) : path)
        )
      }
    }
    return try target(next: next)
  }

  /// Returns the path and query of an absolute URL if it is below this base.
  private func ownPath(of next: String) throws -> Substring {
    let absolute = next.hasPrefix("//") ? "\(scheme):\(next)" : next
    guard let components = URLComponents(string: absolute), components.user == nil,
      Origin(components) == origin,
      let host = absolute.range(of: "://"),
      let path = absolute[host.upperBound...].firstIndex(of: "/")
    else { throw elsewhere }
    let text = absolute[path...]
    return !prefix.isEmpty && text.hasPrefix(prefix + "/") ? text.dropFirst(prefix.count) : text
  }

  /// Whether a segment of the path is `.` or `..`, encoded or not.
  package static func climbs(_ target: String) -> Bool {
    let path = target.prefix { $0 != "?" }
    return path.split(separator: "/").contains { segment in
      [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
    }
  }

  private var elsewhere: CatalogError {
    CatalogError(
      .malformedReply,
      "The next page is on another server, so it was not requested.",
      service: service
    )
  }
}

/// The parts that are equal for two URLs of one server.
private struct Origin: Sendable, Hashable {
  let scheme: String
  let host: String
  let port: Int

  init?(_ components: URLComponents) {
    guard let scheme = components.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = components.encodedHost?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = components.port ?? (scheme == "https" ? 443 : 80)
  }
}
