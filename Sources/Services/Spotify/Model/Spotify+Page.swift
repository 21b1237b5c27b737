import PlayerKitServices

extension Spotify {
  /// One page of a list, which fetches the next one.
  ///
  /// A random-access collection of the page's members. Members that cannot be read, `null` as well,
  /// do not lose the page: they are in ``unreadable``. ``all`` goes through all pages.
  ///
  /// Equality, hashes and the encoded form are of what the service sent, not of how it pages.
  public struct Page<Element: Codable & Hashable & Sendable>: CatalogList, Codable, Hashable {
    /// The list as it was sent; `nil`: the answer holds only its address and number.
    private let items: LossyArray<Element>?
    /// The address of this page.
    public let href: String?
    /// How many members a page has.
    public let limit: Int?
    /// Where the page begins; not of lists that go by cursors.
    public let offset: Int?
    /// How many members all pages have together. Changes while one reads; unknown of some lists.
    public let total: Int?
    /// The address of the next page, whole; `nil`: this is the last.
    public let next: String?
    /// The address of the page before.
    public let previous: String?
    /// From where the pages before and after go on, in lists that go by cursors.
    public let cursors: Cursors?
    /// How the next page is fetched.
    @DecodedPaging public var paging: ListPaging?

    /// The page's members in the service's order; empty where the answer held no list.
    public var members: [Element] { items?.members ?? [] }

    /// The members that could not be read, `null` as well. Their indices count all that were sent.
    public var unreadable: [UnreadableMember] { items?.unreadable ?? [] }

    /// Whether the answer held the list at all, not only its address and number.
    public var isIncluded: Bool { items != nil }
  }

  /// From where pages go on.
  public struct Cursors: Codable, Hashable, Sendable {
    /// From where what comes after goes on.
    public var after: String?
    /// From where what came before goes on.
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

  /// Reads a page; members that cannot be read go into ``unreadable``.
  ///
  /// - Throws: `DecodingError` where a page that was asked for holds no list: silence would pass for
  ///   the end.
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
  /// What a search found: a page for each type that was asked for.
  /// A page that cannot be read is `nil`, and leaves the others.
  public struct SearchResults: Codable, Hashable, Sendable {
    /// Tracks.
    public var tracks: Page<Track>?
    /// Albums.
    public var albums: Page<Album>?
    /// Artists.
    public var artists: Page<Artist>?
    /// Playlists. Those that the service hides are `null` at their places, and stand in
    /// ``Page/unreadable``.
    public var playlists: Page<Playlist>?
    /// Podcasts.
    public var shows: Page<Show>?
    /// Episodes of podcasts.
    public var episodes: Page<Episode>?
    /// Audiobooks.
    public var audiobooks: Page<Audiobook>?
  }
}
