import Foundation
import HTTPTypes
import MusicCatalog

/// Where secrets may be sent: to https, or to http on this machine.
enum SecureAddress {
  /// The parts of `url` as a request by `POST`.
  static func post(_ url: URL) throws(CatalogError) -> HTTPRequest {
    let host = url.host(percentEncoded: true)?.lowercased() ?? ""
    let scheme = url.scheme?.lowercased()
    guard scheme == "https" || scheme == "http" && isThisMachine(host),
      let request = RequestURL.request(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: nil),
        at: url
      )
    else {
      throw CatalogError(
        .invalidArgument,
        "Tokens are asked for at an https address without a user, or by http on this machine",
        service: .spotify
      )
    }
    return request
  }

  private static func isThisMachine(_ host: String) -> Bool {
    ["localhost", "127.0.0.1", "[::1]", "::1"].contains(host)
  }
}
