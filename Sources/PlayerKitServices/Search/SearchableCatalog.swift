import Foundation

/// A catalog that can be searched and looked through: the seam for everything that shows music of several services
/// alike (a search, a library's browser, a remote control).
///
/// May be used on any thread, any number of times at once.
public protocol SearchableCatalog: Sendable {
  /// The service.
  var service: CatalogService { get }

  /// What ``search(_:for:limit:)`` can look for, such as `song`, `album`, `artist`, `playlist`.
  var searchableKinds: Set<MusicLink.Kind> { get }

  /// Searches for things of one kind.
  ///
  /// - Parameter limit: how many a page has; a service that allows fewer gives pages of fewer.
  /// - Throws: ``CatalogError``: ``CatalogError/Code/invalidArgument`` for a kind that is not searchable;
  ///   `CancellationError`.
  func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage

  /// What is inside of a thing: the songs of an album or a playlist, the best known songs of an artist.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/invalidArgument`` for a thing that has nothing inside;
  ///   `CancellationError`.
  func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage

  /// The songs of an ISRC in any spelling, of one page; none where it is unknown, or where the service can't
  /// be asked by codes.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func songs(isrc: String) async throws -> [CatalogEntry]

  /// How many songs the catalog has; `nil` if only its service knows.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func songCount() async throws -> Int?
}

extension SearchableCatalog {
  /// It can't be asked by codes.
  public func songs(isrc: String) async throws -> [CatalogEntry] { [] }

  /// Only its service knows.
  public func songCount() async throws -> Int? { nil }
}

/// A thing in a catalog: what is known of it, as all services tell it.
public struct CatalogEntry: Sendable, Hashable {
  /// What it is.
  public var link: MusicLink
  /// The text by which it is named to a person and to a player: a link, or the service's short form. `nil` where
  /// it can't be played.
  public var item: String?
  /// Its name.
  public var title: String?
  /// Who made it; several are joined by commas.
  public var artist: String?
  /// The album that it is on.
  public var album: String?
  /// How long it is.
  public var duration: Duration?
  /// The recording's international code.
  public var isrc: String?
  /// What MusicBrainz knows the recording by.
  public var musicBrainzID: String?
  /// Whether it is marked as explicit.
  public var isExplicit: Bool?
  /// Whether there is a preview; `nil` where that is not known before it is tried.
  public var hasPreview: Bool?
  /// A picture, about 300 pixels a side.
  public var artworkURL: URL?

  /// Makes an entry of what is always known.
  public init(_ link: MusicLink, item: String? = nil, title: String?) {
    self.link = link
    self.item = item
    self.title = title
  }

  /// What it takes to find the same recording in another service; `nil` for what is none, or has no artist.
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

/// A page of a catalog's entries, whatever the service's own list is.
public struct CatalogPage: Sendable {
  /// The entries that could be read.
  public let entries: [CatalogEntry]
  /// How many could not.
  public let unreadableCount: Int
  private let following: (@Sendable () async throws -> CatalogPage?)?

  /// Makes a page that is the last, or whose next one `following` fetches.
  public init(
    _ entries: [CatalogEntry] = [],
    unreadableCount: Int = 0,
    following: (@Sendable () async throws -> CatalogPage?)? = nil
  ) {
    self.entries = entries
    self.unreadableCount = unreadableCount
    self.following = following
  }

  /// Makes a page of a service's list. An element without an entry is left out.
  public init<List: PagedList>(
    _ list: List?,
    _ entry: @escaping @Sendable (List.Element) -> CatalogEntry?
  ) {
    self.init(list?.members.compactMap(entry) ?? [], unreadableCount: list?.unreadableCount ?? 0) {
      guard let next = try await list?.nextBatch() else { return nil }
      return CatalogPage(next, entry)
    }
  }

  /// Fetches the next page; `nil` after the last. A second call fetches again.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func next() async throws -> CatalogPage? { try await following?() }
}
