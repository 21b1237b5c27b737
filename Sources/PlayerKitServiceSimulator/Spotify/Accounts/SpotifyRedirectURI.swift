import Foundation

/// The rules for where a login may lead back to, since November 2025.
enum SpotifyRedirectURI {
  /// What the page says about an address that may not be used; nil for a good one.
  static func objection(to text: String) -> String? {
    guard
      let url = URLComponents(string: text),
      let scheme = url.scheme?.lowercased(),
      url.fragment == nil
    else { return "INVALID_CLIENT: Invalid redirect URI" }
    let host = (url.host ?? "").lowercased()
    switch scheme {
    case "https":
      return host.isEmpty ? "INVALID_CLIENT: Invalid redirect URI" : nil
    case "http":
      // Loopback by number only: a name may be made to lead elsewhere.
      let isLoopback = ["127.0.0.1", "[::1]", "::1"].contains(host)
      return isLoopback ? nil : "INVALID_CLIENT: Insecure redirect URI"
    case "javascript", "data", "file":
      return "INVALID_CLIENT: Insecure redirect URI"
    case let custom:
      let isOwn = custom.wholeMatch(of: /[a-z][a-z0-9+.\-]*/) != nil
      return isOwn ? nil : "INVALID_CLIENT: Invalid redirect URI"
    }
  }
}
