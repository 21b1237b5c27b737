import Foundation
import HTTPTypes
import MusicCatalog

/// The accounts service: where its pages and its tokens are.
struct SpotifyAccounts: Sendable {
  let base: URL
  private let request: HTTPRequest

  /// - Parameter base: The service's address; a path in it is a prefix of each path.
  init(_ base: URL) throws(CatalogError) {
    self.base = base
    request = try SecureAddress.post(base.appending(path: "api/token"))
  }

  /// The page where a user lets an app in.
  var authorizePage: URL { base.appending(path: "authorize") }

  var token: TokenEndpoint { TokenEndpoint(request) }
}

extension URL {
  /// Spotify's accounts service.
  public static var spotifyAccounts: URL {
    var parts = URLComponents()
    parts.scheme = "https"
    parts.host = "accounts.spotify.com"
    return parts.url ?? URL(filePath: "/")
  }
}
