import PlayerKitSystem
import HTTPTypes

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says where a server may lead a request, and what goes along. Pure.
///
/// A server may lead on as browsers allow, but never from https to http, and never a body to
/// another origin (scheme, host, port). To another origin goes only what tells nothing of the user.
package enum RedirectRule {
  /// What may leave the origin that a request was made for. All else may be a secret.
  static let harmless: Set<String> = [
    "accept", "accept-encoding", "accept-language", "cache-control", "content-type",
    "icy-metadata", "if-range", "range", "user-agent",
  ]

  /// Whether a field may go to any origin.
  package static func isHarmless(_ name: HTTPField.Name) -> Bool {
    harmless.contains(name.canonicalName)
  }

  /// The request to go on with; `nil` where the answer is the end.
  ///
  /// - Parameter count: how often the request was led on before.
  package static func next(
    _ request: HTTPFetch,
    after answer: HTTPAnswer,
    count: Int
  ) throws(FetchFailure) -> HTTPFetch? {
    guard !request.leavesRedirects, [301, 302, 303, 307, 308].contains(answer.status),
      let location = answer.fields[.location]
    else { return nil }
    guard let target = target(location, from: request.url) else { throw .blockedRedirect }
    if request.url.isHTTPS, !target.isHTTPS { throw .downgraded }
    guard count < request.mostRedirects else { throw .tooManyRedirects }
    var next = request
    next.url = target
    next.reach = answer.reach
    useGet(&next, after: answer.status)
    if !request.url.hasSameOrigin(as: target) {
      guard next.body == nil else { throw .bodyLedAway }
      next.isStripped = true
      next.fields = HTTPFields(next.fields.filter { harmless.contains($0.name.canonicalName) })
    }
    return next
  }

  /// Where a field leads. What it says of a user is not taken over; a user of the same origin
  /// stays.
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

  /// As browsers do: 303 always, 301 and 302 of a POST.
  private static func useGet(_ request: inout HTTPFetch, after status: Int) {
    let isGet = status == 303 || ([301, 302].contains(status) && request.method == .post)
    guard isGet, request.method != .head else { return }
    request.method = .get
    request.body = nil
    request.fields[.contentType] = nil
  }
}

extension URL {
  /// Whether it is one that can be asked at all: http or https, with a host.
  package var isHTTP: Bool {
    ["http", "https"].contains(scheme?.lowercased()) && host()?.isEmpty == false
  }

  /// Its text with the host as it is looked up; `nil` where that can be no name.
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

  /// Whether scheme, host and port are the same.
  package func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && host()?.lowercased() == other.host()?.lowercased() && effectivePort == other.effectivePort
  }

  private var effectivePort: Int { port ?? (isHTTPS ? 443 : 80) }
}
