import Foundation
import PlayerKit
import PlayerKitServices

/// The service for files and folders of WebDAV servers: Nextcloud, ownCloud, Apache, nginx, rclone,
/// and others.
public struct WebDAVService: SearchableService, RestrictableService, SearchableCatalog {
  /// `webdav`.
  public static let name = "webdav"
  /// Files and folders.
  public static let storableTracks: [any StorableTrack.Type] = [WebDAVTrack.self]
  /// Addresses with the schemes of WebDAV.
  public static let links: any LinkRecognizer = WebDAVLinks()

  /// The client that the service uses.
  public let client: WebDAVClient
  /// The folder of the user's server; `nil` if none is configured.
  public let root: WebDAVAddress?
  /// Whether links come from untrusted sources.
  private var isRestricted = false

  /// Creates the service. Sends nothing. The base `webdav` of the setup replaces `server`.
  ///
  /// - Parameters:
  ///   - setup: What the services share.
  ///   - server: The user's server, the only one that gets the password.
  ///   - user: The user there.
  ///   - password: The user's password.
  ///   - allowsPlainPassword: Whether the password is sent over http too, which the network can
  ///     read.
  public init(
    _ setup: ServiceSetup,
    server: URL? = nil,
    user: String? = nil,
    password: String? = nil,
    allowsPlainPassword: Bool = false
  ) {
    let address = setup.bases[Self.name] ?? server
    let root = address.flatMap { WebDAVAddress($0.absoluteString) }?.folder
    var account: WebDAVAccount?
    if let root, let user, let password {
      account = WebDAVAccount(
        server: root,
        user: user,
        password: password,
        allowsPlainPassword: allowsPlainPassword
      )
    }
    let configuration = setup.configuration(.webDAV, address: Self.name)
    self.init(client: WebDAVClient(account: account, configuration: configuration), root: root)
  }

  /// Creates the service with a client.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter root: The folder to which untrusted links are limited; by default the server of the
  ///   client's account.
  public init(client: WebDAVClient, root: WebDAVAddress? = nil) {
    self.client = client
    self.root = root ?? client.account?.server
  }

  /// Whether a server is configured. Other servers that need no account can be played as well.
  public var isConfigured: Bool { root != nil }

  /// The folders, which can be browsed, but not searched.
  public var catalog: any SearchableCatalog { self }

  /// Returns the resolver of files and folders.
  public func resolvers(substitutes: [any PreviewSubstitute]) -> [any MediaResolver] {
    [WebDAVResolver(client: client)]
  }

  /// Returns the track of a file, or the tracks of a folder in the order of albums.
  ///
  /// - Throws: `CatalogError`, ``PlayerKit/PlayerError``, `CancellationError`.
  public func tracks(of link: MusicLink) async throws -> [any Track] {
    let address = try address(of: link)
    guard link.kind != .song else { return [WebDAVTrack(address)] }
    if !address.isFolder {
      let entry = try await client.entry(at: address)
      guard entry.isFolder else { return [WebDAVTrack(entry.address)] }
    }
    return try await WebDAVFolder(client: client, address: address).tracks()
  }

  /// Returns a copy for untrusted links, which must be in the folder of the configured server unless
  /// `policy` allows private addresses.
  public func restricted(by policy: RemoteAccessPolicy) -> WebDAVService {
    var copy = self
    copy.isRestricted = isRestricted || !policy.privateAddresses
    return copy
  }

  /// Returns the address of a link, if it may be read.
  func address(of link: MusicLink) throws -> WebDAVAddress {
    guard link.service == .webDAV, let address = WebDAVAddress(link.id) else {
      throw PlayerError(.invalidItem, "This is not a file of a WebDAV server.")
    }
    guard !isRestricted || root.map(address.isInside) ?? false else {
      throw PlayerError(.blockedURL, "A remote control may name files of the configured server.")
    }
    return address
  }
}

// The folders of WebDAV servers as a catalog.
extension WebDAVService {
  /// WebDAV servers.
  public var service: CatalogService { .webDAV }
  /// Empty: servers cannot be searched.
  public var searchableKinds: Set<MusicLink.Kind> { [] }

  /// Throws, because servers cannot be searched.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    throw CatalogError.notSearchable(kind, at: .webDAV)
  }

  /// Returns the folders and audio files of a folder, by name. All are on one page.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard link.kind == .folder else { throw CatalogError.nothingInside(link.kind, at: .webDAV) }
    let listing = try await client.contents(of: address(of: link))
    let entries = listing.entries.sorted {
      ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name)
    }
    .compactMap { entry -> CatalogEntry? in
      let link = WebDAVLinks.link(entry.address)
      guard !entry.name.hasPrefix("."), entry.isFolder || link.kind == .song else { return nil }
      return CatalogEntry(link, item: link.id, title: entry.name)
    }
    return CatalogPage(entries, unreadableCount: listing.unreadableNames)
  }
}
