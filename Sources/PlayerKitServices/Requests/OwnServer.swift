import Foundation
import PlayerKitSystem

/// The address of a user's own server, and the ids by which stored tracks name it.
///
/// The id that the app chose stays if the address changes. Tracks that were stored without such an
/// id name their server by a digest of its address. So the digests of the current and the former
/// addresses are names of the server, too.
package struct OwnServer: Sendable, Hashable {
  /// The address without user, query, fragment, and a slash at the end.
  package let url: URL
  package let base: ServiceBase
  /// The id in tracks, covers, and caches that are made from now on.
  package let id: String
  /// The other ids in stored tracks.
  package let formerIDs: Set<String>

  /// - Parameters:
  ///   - url: The address that a user entered.
  ///   - id: The app's own id; if `nil` or empty, a digest of host, port, and path.
  ///   - formerURLs: Earlier addresses. Those that are not HTTP or HTTPS are ignored.
  ///   - endings: The ends of the path that users copy, although they are not part of the address.
  /// - Throws: ``CatalogError/Code/invalidArgument`` if `url` is not an HTTP or HTTPS address, or
  ///   the id is too long.
  package init(
    _ url: URL,
    id: String?,
    formerURLs: [URL],
    dropping endings: [String],
    of service: CatalogService
  ) throws(CatalogError) {
    guard let (url, base) = Self.address(url, dropping: endings, of: service) else {
      throw CatalogError(
        .invalidArgument,
        "The server's address is not an http or https URL with a host.",
        service: service
      )
    }
    guard (id ?? "").utf8.count <= RequestBounds.identity else {
      throw CatalogError(.invalidArgument, "The server's id is too long.", service: service)
    }
    self.url = url
    self.base = base
    let former = formerURLs.compactMap { Self.address($0, dropping: endings, of: service)?.base }
    let digests = ([base] + former).map(Self.digest)
    let chosen = id.flatMap { $0.isEmpty ? nil : $0 } ?? digests[0]
    self.id = chosen
    formerIDs = Set(digests).subtracting([chosen])
  }

  /// Whether a stored track belongs to this server. Tracks without a server's id do.
  package func owns(_ id: String?) -> Bool {
    id.map { $0 == self.id || formerIDs.contains($0) } ?? true
  }

  /// Whether others cannot read the connection: HTTPS, or this machine.
  package var isPrivate: Bool {
    if base.scheme == "https" { return true }
    let host = url.host()?.lowercased() ?? ""
    if ["localhost", "::1", "[::1]"].contains(host) { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }

  private static func address(
    _ url: URL,
    dropping endings: [String],
    of service: CatalogService
  ) -> (url: URL, base: ServiceBase)? {
    var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    components?.user = nil
    components?.password = nil
    components?.query = nil
    components?.fragment = nil
    var path = components?.percentEncodedPath ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    if let ending = endings.first(where: path.hasSuffix) {
      path.removeLast(ending.count)
      while path.hasSuffix("/") { path.removeLast() }
    }
    components?.percentEncodedPath = path
    guard let address = components?.url, let base = ServiceBase(address, of: service) else {
      return nil
    }
    return (address, base)
  }

  private static func digest(_ base: ServiceBase) -> String {
    String(MD5.hex(base.authority + base.prefix).prefix(12))
  }
}
