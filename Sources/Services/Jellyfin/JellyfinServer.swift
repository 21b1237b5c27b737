import Foundation
import PlayerKitServices

/// The address and identity of a Jellyfin or Emby server.
public struct JellyfinServer: Sendable, Hashable {
  let own: OwnServer

  /// Creates a server from an address that a user entered.
  ///
  /// - Parameters:
  ///   - url: The address. http is allowed, because the user chose it. User, query and fragment are
  ///     dropped.
  ///   - id: The app's own id of the server, which stays when the address changes. By default, the
  ///     id is made of host, port and path. Then a changed address needs `formerURLs`.
  ///   - formerURLs: Addresses that the server had before. Tracks that were stored with the default
  ///     id of one of them, or of `url`, belong to this server. So does a stored sign-in.
  /// - Throws: ``PlayerKitHTTP/CatalogError/Code/invalidArgument`` if it is not an http(s)
  ///   address, or the id is longer than 256 bytes.
  public init(_ url: URL, id: String? = nil, formerURLs: [URL] = []) throws(CatalogError) {
    own = try OwnServer(
      url,
      id: id,
      formerURLs: formerURLs,
      dropping: ["/web/index.html", "/web"],
      of: .jellyfin
    )
  }

  /// The address: http or https, with the server's path, but without the web client's `/web`.
  public var url: URL { own.url }
  /// The id of the server in tracks, covers and caches. It is stored and not secret.
  public var id: String { own.id }

  /// Returns whether a track with this server's id belongs to the server: its own id, the default
  /// id of an address that it has or had, or `nil`.
  public func owns(_ id: String?) -> Bool { own.owns(id) }

  /// Returns the id of the item that a page of the server's web client shows; `nil` for other
  /// pages, and for pages of other servers.
  func item(ofPage page: URL) -> String? {
    guard let components = URLComponents(url: page, resolvingAgainstBaseURL: true),
      let fragment = components.percentEncodedFragment, fragment.utf8.count <= RequestBounds.target,
      let server = try? JellyfinServer(page), server.url.hasSameOrigin(as: url),
      server.own.base.prefix == own.base.prefix,
      ["/web", "/web/", "/web/index.html"].contains(path(components))
    else { return nil }
    // `#/details?id=…`, `#!/details?id=…`, and Emby's `#!/item?id=…`.
    let target = fragment.hasPrefix("!") ? String(fragment.dropFirst()) : fragment
    guard ["/details", "/item", "details", "item"].contains(RequestQuery.path(of: target)) else {
      return nil
    }
    return RequestQuery.items(in: target).first {
      $0.name == "id" && JellyfinClient.isID($0.value)
    }?
    .value
  }

  private func path(_ components: URLComponents) -> String {
    let path = components.percentEncodedPath
    return path.hasPrefix(own.base.prefix) ? String(path.dropFirst(own.base.prefix.count)) : path
  }
}
