import Foundation

/// The rules for redirect addresses of a login, since November 2025.
enum SpotifyRedirectURI {
  /// The page's error message for an invalid address, or `nil` for a valid one.
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
      // Only numeric loopback addresses are allowed, because a name can be redirected.
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
