import Foundation

/// A catalog that can be searched and browsed. It is the common interface for code that shows music
/// of several services: a search, a library browser, a remote control.
///
/// May be used on any thread, any number of times at once.
public protocol SearchableCatalog: Sendable {
  /// The service.
  var service: CatalogService { get }

  /// The kinds that ``search(_:for:limit:)`` supports, such as `song`, `album`, `artist`,
  /// `playlist`.
  var searchableKinds: Set<MusicLink.Kind> { get }

  /// Searches for items of one kind.
  ///
  /// - Parameter term: What the user typed.
  /// - Parameter kind: The kind of the items.
  /// - Parameter limit: The page size. A service with a lower limit returns smaller pages.
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/invalidArgument`` if the kind is
  ///   not searchable; `CancellationError`.
  func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage

  /// Returns the contents of an item: the songs of an album or playlist, or the most popular songs
  /// of an artist.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/invalidArgument`` if the item
  ///   has no contents; `CancellationError`.
  func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage

  /// Returns the songs of an ISRC in any spelling, at most one page. Empty if the code is unknown
  /// or the service does not support codes.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func songs(isrc: String) async throws -> [CatalogEntry]

  /// Returns the number of songs in the catalog. `nil` if the service does not expose it.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func songCount() async throws -> Int?
}

extension SearchableCatalog {
  /// Empty by default: the service does not support codes.
  public func songs(isrc: String) async throws -> [CatalogEntry] { [] }

  /// `nil` by default.
  public func songCount() async throws -> Int? { nil }
}

/// An item of a catalog, with the fields that all services share.
public struct CatalogEntry: Sendable, Hashable {
  /// The link of the item.
  public var link: MusicLink
  /// The text that identifies the item for people and players: a link, or the service's short form.
  /// `nil` if it is not playable.
  public var item: String?
  /// The title.
  public var title: String?
  /// The artists, separated by commas.
  public var artist: String?
  /// The album of the item.
  public var album: String?
  /// The duration.
  public var duration: Duration?
  /// The ISRC of the recording.
  public var isrc: String?
  /// The MusicBrainz id of the recording.
  public var musicBrainzID: String?
  /// Whether the item is marked as explicit.
  public var isExplicit: Bool?
  /// Whether there is a preview. `nil` if this is unknown before a request.
  public var hasPreview: Bool?
  /// A picture of about 300 by 300 pixels.
  public var artworkURL: URL?

  /// Makes an entry from the fields that are always known.
  public init(_ link: MusicLink, item: String? = nil, title: String?) {
    self.link = link
    self.item = item
    self.title = title
  }

  /// The description for finding the recording at another service. `nil` if the item is not a song
  /// or lacks a title or artist.
  public var recording: Recording? {
    guard link.kind == .song, let title, let artist else { return nil }
    return Recording(
      title: title,
      artists: [artist],
      album: album,
      duration: duration,
      isrc: isrc,
      musicBrainzID: musicBrainzID,
      isExplicit: isExplicit
    )
  }
}

/// A page of a catalog's entries, independent of the service's own list type.
public struct CatalogPage: Sendable {
  /// The readable entries.
  public let entries: [CatalogEntry]
  /// The number of unreadable entries.
  public let unreadableCount: Int
  private let following: (@Sendable () async throws -> CatalogPage?)?

  /// Makes a page. `following` fetches the next page; without it, this page is the last.
  public init(
    _ entries: [CatalogEntry] = [],
    unreadableCount: Int = 0,
    following: (@Sendable () async throws -> CatalogPage?)? = nil
  ) {
    self.entries = entries
    self.unreadableCount = unreadableCount
    self.following = following
  }

  /// Makes a page from a service's list. Elements without an entry are left out.
  public init<List: PagedList>(
    _ list: List?,
    _ entry: @escaping @Sendable (List.Element) -> CatalogEntry?
  ) {
    self.init(list?.members.compactMap(entry) ?? [], unreadableCount: list?.unreadableCount ?? 0) {
      guard let next = try await list?.nextBatch() else { return nil }
      return CatalogPage(next, entry)
    }
  }

  /// Fetches the next page. `nil` after the last one. A second call fetches again.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func next() async throws -> CatalogPage? { try await following?() }
}
