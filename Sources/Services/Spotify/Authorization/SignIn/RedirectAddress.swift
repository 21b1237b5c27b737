import Foundation
import MusicCatalog

/// Where a sign-in leads back to, as far as it can be compared.
struct RedirectAddress: Sendable, Hashable {
  private let scheme: String
  private let host: String
  private let port: Int?
  private let path: String

  /// - Throws: ``CatalogError/Code/invalidArgument`` for what the service refuses (since April 2025):
  ///   http to anything but a loopback address by number.
  init(_ text: String) throws(CatalogError) {
    guard let url = URL(string: text), let address = Self(url), address.isAllowed,
      url.fragment == nil, url.query == nil, url.user == nil
    else {
      throw CatalogError(
        .invalidArgument,
        "A sign-in leads back to https, to http://127.0.0.1 or http://[::1], or to a scheme of "
          + "the app's own, without a query",
        service: .spotify
      )
    }
    self = address
  }

  private init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased()
    else { return nil }
    self.scheme = scheme
    host = parts.percentEncodedHost?.lowercased() ?? ""
    port = parts.port
    path = parts.percentEncodedPath == "/" ? "" : parts.percentEncodedPath
  }

  func matches(_ url: URL) -> Bool { Self(url) == self }

  private var isAllowed: Bool {
    switch scheme {
    case "https": !host.isEmpty && host != "localhost"
    case "http": ["127.0.0.1", "[::1]", "::1"].contains(host)
    case "file", "data", "javascript": false
    case _: true
    }
  }
}
