import PlayerKitServices

extension Spotify {
  /// One page of a list, which can fetch the next one.
  ///
  /// A random-access collection of the page's members. Unreadable members, including `null`, do not
  /// affect the others; they are in ``unreadable``. `all` iterates over all pages.
  ///
  /// Equality, hashes and the encoded form cover the data from the service, not the paging.
  public struct Page<Element: Codable & Hashable & Sendable>: CatalogList, Codable, Hashable {
    /// The list as it was sent. `nil` if the reply contains only its address and count.
    private let items: LossyArray<Element>?
    /// The address of this page.
    public let href: String?
    /// The page size.
    public let limit: Int?
    /// The index of the page's first member. Absent in lists with cursors.
    public let offset: Int?
    /// The total number of members. May change between pages, and is unknown for some lists.
    public let total: Int?
    /// The full URL of the next page. `nil` for the last page.
    public let next: String?
    /// The URL of the previous page.
    public let previous: String?
    /// The cursors of the adjacent pages, in lists with cursors.
    public let cursors: Cursors?
    /// Fetches the next page.
    @DecodedPaging public var paging: ListPaging?

    /// The page's members in the service's order. Empty if the reply had no list.
    public var members: [Element] { items?.members ?? [] }

    /// The members that could not be read, including `null`. Their indices refer to the list as it
    /// was sent.
    public var unreadable: [UnreadableMember] { items?.unreadable ?? [] }

    /// Whether the reply contained the list, not only its address and count.
    public var isIncluded: Bool { items != nil }
  }

  /// The cursors of a page.
  public struct Cursors: Codable, Hashable, Sendable {
    /// The cursor of the next page.
    public var after: String?
    /// The cursor of the previous page.
    public var before: String?
  }
}

extension Spotify.Page: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of the page's members.
  public var endIndex: Int { members.count }
  /// The member at a position of the page.
  public subscript(position: Int) -> Element { members[position] }
}

extension Spotify.Page {
  private enum CodingKeys: CodingKey {
    case items, href, limit, offset, total, next, previous, cursors, paging
  }

  /// Reads a page. Unreadable members are in ``unreadable``.
  ///
  /// - Throws: `DecodingError` if a requested page contains no list, which would otherwise look
  ///   like the end.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let group = decoder.userInfo[.listGroup] as? String
    let isAsked = decoder.codingPath.isEmpty || decoder.codingPath.map(\.stringValue) == [group]
    items =
      isAsked
      ? try container.decode(LossyArray<Element>.self, forKey: .items)
      : try container.decodeIfPresent(LossyArray<Element>.self, forKey: .items)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    limit = try container.decodeIfPresent(Int.self, forKey: .limit)
    offset = try container.decodeIfPresent(Int.self, forKey: .offset)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    previous = try container.decodeIfPresent(String.self, forKey: .previous)
    cursors = try container.decodeIfPresent(Spotify.Cursors.self, forKey: .cursors)
    _paging = try container.decode(DecodedPaging.self, forKey: .paging)
  }
}

extension Spotify {
  /// The results of a search: one page for each requested type. An unreadable page is `nil` and
  /// does not affect the others.
  public struct SearchResults: Codable, Hashable, Sendable {
    /// Tracks.
    public var tracks: Page<Track>?
    /// Albums.
    public var albums: Page<Album>?
    /// Artists.
    public var artists: Page<Artist>?
    /// Playlists. Hidden ones are `null` at their positions, and appear in ``Page/unreadable``.
    public var playlists: Page<Playlist>?
    /// Podcasts.
    public var shows: Page<Show>?
    /// Episodes of podcasts.
    public var episodes: Page<Episode>?
    /// Audiobooks.
    public var audiobooks: Page<Audiobook>?
  }
}
