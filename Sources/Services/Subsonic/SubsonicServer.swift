import PlayerKitSystem
import Foundation
import PlayerKitServices

/// The address and identity of a Subsonic server.
public struct SubsonicServer: Sendable, Hashable {
  /// The address: http or https, with the server's path, but without `/rest`.
  public let url: URL
  /// The id of the server in tracks, covers and caches. It is stored and not secret.
  public let id: String
  let base: ServiceBase

  /// Creates a server from an address that a user entered.
  ///
  /// - Parameters:
  ///   - url: The address. http is allowed, because the user chose it. User, query and fragment are
  ///     dropped.
  ///   - id: Preferably the app's own id, which stays when the address changes. By default, the id
  ///     is made of host, port and path.
  /// - Throws: ``PlayerKitServices/CatalogError/Code/invalidArgument`` if it is not an http(s)
  ///   address.
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

  /// Whether others cannot read the connection: https, or this machine.
  var isPrivate: Bool {
    if base.scheme == "https" { return true }
    let host = url.host()?.lowercased() ?? ""
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
