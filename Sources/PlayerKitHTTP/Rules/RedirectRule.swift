import HTTPTypes
import PlayerKitSystem

/// The rule for redirects: where a server may redirect a request, and which fields go along. Pure.
///
/// A server may redirect as browsers allow, but never from HTTPS to HTTP, and never a body to
/// another origin (scheme, host, port). Only fields that reveal nothing about the user are sent to
/// another origin.
package enum RedirectRule {
  /// The fields that may be sent to another origin. All others may be secrets.
  static let harmless: Set<String> = [
    "accept", "accept-encoding", "accept-language", "cache-control", "content-type",
    "icy-metadata", "if-range", "range", "user-agent",
  ]

  /// Returns whether a field may be sent to any origin.
  package static func isHarmless(_ name: HTTPField.Name) -> Bool {
    harmless.contains(name.canonicalName)
  }

  /// The maximum number of redirects of a request that states none.
  static let maximumRedirects = 10

  /// Returns the next request; `nil` if the response is final.
  ///
  /// - Parameter count: The number of earlier redirects.
  package static func next(
    _ request: HTTPTransportRequest,
    after answer: HTTPTransportResponse,
    count: Int
  ) throws(CatalogError) -> HTTPTransportRequest? {
    guard [301, 302, 303, 307, 308].contains(answer.status),
      let location = answer.fields[.location]
    else { return nil }
    guard let url = request.url else { throw .unsupportedURL }
    guard let target = target(location, from: url) else { throw .blockedRedirect }
    if url.isHTTPS, !target.isHTTPS { throw .downgraded }
    guard count < request.maximumRedirects ?? maximumRedirects else { throw .tooManyRedirects }
    var next = request
    next.url = target
    next.reach = answer.reach ?? request.reach
    useGet(&next, after: answer.status)
    if !url.hasSameOrigin(as: target) {
      guard next.body == nil else { throw .bodyRedirected }
      next.isStripped = true
      next.fields = HTTPFields(next.fields.filter { harmless.contains($0.name.canonicalName) })
    }
    return next
  }

  /// Returns the target of a `Location` field. Its user is dropped; within the same origin, the
  /// user of the request is kept.
  private static func target(_ location: String, from url: URL) -> URL? {
    guard let target = WebAddress.url(location, relativeTo: url), target.isHTTP,
      var parts = URLComponents(url: target, resolvingAgainstBaseURL: true)
    else { return nil }
    let isOwn = url.hasSameOrigin(as: target)
    let own = isOwn ? URLComponents(url: url, resolvingAgainstBaseURL: true) : nil
    parts.percentEncodedUser = own?.percentEncodedUser
    parts.percentEncodedPassword = own?.percentEncodedPassword
    return parts.url
  }

  /// Switches to GET as browsers do: always for 303, and for a POST with 301 or 302.
  private static func useGet(_ request: inout HTTPTransportRequest, after status: Int) {
    let isGet = status == 303 || ([301, 302].contains(status) && request.method == .post)
    guard isGet, request.method != .head else { return }
    request.method = .get
    request.body = nil
    request.fields[.contentType] = nil
  }
}

extension URL {
  /// Whether the URL can be requested: HTTP or HTTPS, with a host.
  package var isHTTP: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false
  }

  /// The text with the host in the form for lookups; `nil` if the host is not a valid name.
  var textForLookup: String? {
    guard let host = host(percentEncoded: false) else { return nil }
    guard !host.utf8.allSatisfy({ $0 < 0x80 }) else { return absoluteString }
    guard let ascii = InternationalHost.ascii(host),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return nil }
    parts.encodedHost = ascii
    return parts.string
  }

  package var isHTTPS: Bool { scheme?.lowercased() == "https" }

  /// Returns whether scheme, host and port are the same.
  package func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && host()?.lowercased() == other.host()?.lowercased() && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (isHTTPS ? 443 : 80) }
}
