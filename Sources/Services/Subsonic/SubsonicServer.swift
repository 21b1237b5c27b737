import PlayerKitSystem
import Foundation
import PlayerKitServices

/// Where a Subsonic server is, and what it is known by.
public struct SubsonicServer: Sendable, Hashable {
  /// Its address: http or https, with the path under which it lies. What follows `/rest` is the client's.
  public let url: URL
  /// What tells it from other servers in tracks, covers and caches. It is stored, and no secret.
  public let id: String
  let base: ServiceBase

  /// Takes the address that a person named.
  ///
  /// - Parameters:
  ///   - url: http is allowed: it is the user's word. A user, a query and a fragment in it are left out.
  ///   - id: best one of the app's own, which stays when the address changes; by default it is made of host,
  ///     port and path.
  /// - Throws: ``PlayerKitServices/CatalogError/Code/invalidArgument`` for what is no http(s) address.
  public init(_ url: URL, id: String? = nil) throws(CatalogError) {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    var path = components?.percentEncodedPath ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    if path == "/rest" || path.hasSuffix("/rest") { path.removeLast("/rest".count) }
    components?.percentEncodedPath = path
    guard let address = components?.url, let base = ServiceBase(address, of: .subsonic) else {
      throw CatalogError(
        .invalidArgument,
        "The server's address is no http or https URL of a host.",
        service: .subsonic
      )
    }
    self.url = address
    self.base = base
    self.id = id ?? String(MD5.hex(base.authority + base.prefix).prefix(12))
  }

  /// Whether nobody on the way can read what is sent: https, or this machine.
  var isPrivate: Bool {
    if base.scheme == "https" { return true }
    let host = url.host()?.lowercased() ?? ""
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
