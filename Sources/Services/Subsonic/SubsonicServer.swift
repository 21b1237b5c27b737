import Foundation
import PlayerKitServices

/// The address and identity of a Subsonic server.
public struct SubsonicServer: Sendable, Hashable {
  let own: OwnServer

  /// Creates a server from an address that a user entered.
  ///
  /// - Parameters:
  ///   - url: The address. http is allowed, because the user chose it. User, query and fragment are
  ///     dropped.
  ///   - id: The app's own id of the server, which stays when the address changes. By default, the
  ///     id is made of host, port and path. Then a changed address needs `formerURLs`.
  ///   - formerURLs: Addresses that the server had before. Tracks that were stored with the default
  ///     id of one of them, or of `url`, belong to this server.
  /// - Throws: ``PlayerKitHTTP/CatalogError/Code/invalidArgument`` if it is not an http(s)
  ///   address, or the id is longer than 256 bytes.
  public init(_ url: URL, id: String? = nil, formerURLs: [URL] = []) throws(CatalogError) {
    own = try OwnServer(url, id: id, formerURLs: formerURLs, dropping: ["/rest"], of: .subsonic)
  }

  /// The address: http or https, with the server's path, but without `/rest`.
  public var url: URL { own.url }
  /// The id of the server in tracks, covers and caches. It is stored and not secret.
  public var id: String { own.id }

  /// Returns whether a track with this server's id belongs to the server: its own id, the default
  /// id of an address that it has or had, or `nil`.
  public func owns(_ id: String?) -> Bool { own.owns(id) }
}
