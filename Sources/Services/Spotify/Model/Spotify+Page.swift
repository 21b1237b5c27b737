import MusicCatalog

extension Spotify {
  /// One page of a list, which fetches the next one.
  ///
  /// A random-access collection of the page's members. Members that cannot be read, `null` as well,
  /// do not lose the page: they are in ``unreadable``. ``all`` goes through all pages.
  ///
  /// Equality, hashes and the encoded form are of what the service sent, not of how it pages.
  public struct Page<Element: Codable & Hashable & Sendable>: Sendable {
    /// The list as it was sent; `nil`: the answer holds only its address and number.
    var items: LossyArray<Element>?
    /// The address of this page.
    public var href: String?
    /// How many members a page has.
    public var limit: Int?
    /// Where the page begins; not of lists that go by cursors.
    public var offset: Int?
    /// How many members all pages have together. Changes while one reads; unknown of some lists.
    public var total: Int?
    /// The address of the next page, whole; `nil`: this is the last.
    public internal(set) var next: String?
    /// The address of the page before.
    public internal(set) var previous: String?
    /// From where the pages before and after go on, in lists that go by cursors.
    public var cursors: Cursors?

    var paging = Spotify.Paging.none

    /// Makes a page that is the last.
    public init(_ members: [Element] = []) {
      items = LossyArray(members)
    }
  }

  /// From where pages go on.
  public struct Cursors: Codable, Hashable, Sendable {
    /// From where what comes after goes on.
    public var after: String?
    /// From where what came before goes on.
    public var before: String?

    /// Makes none.
    public init() {}
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
  /// The page's members in the service's order; empty where the answer held no list.
  public var members: [Element] { items?.members ?? [] }

  /// The members that could not be read, `null` as well. Their indices count all that were sent.
  public var unreadable: [UnreadableMember] { items?.unreadable ?? [] }

  /// Whether the answer held the list at all, not only its address and number.
  public var isIncluded: Bool { items != nil }
}

extension Spotify.Page: Codable, Hashable {
  private enum CodingKeys: CodingKey {
    case items, href, limit, offset, total, next, previous, cursors
  }

  /// Reads a page; members that cannot be read go into ``unreadable``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    items = try container.decodeIfPresent(LossyArray<Element>.self, forKey: .items)
    href = try container.decodeIfPresent(String.self, forKey: .href)
    limit = try container.decodeIfPresent(Int.self, forKey: .limit)
    offset = try container.decodeIfPresent(Int.self, forKey: .offset)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    previous = try container.decodeIfPresent(String.self, forKey: .previous)
    cursors = try container.decodeIfPresent(Spotify.Cursors.self, forKey: .cursors)
    if next != nil, let pager = decoder.userInfo[.spotifyPager] as? any Spotify.Pager {
      // Of a search's list this is the name of its group: further pages of it stand in it again.
      let group = decoder.codingPath.last.flatMap { $0.intValue == nil ? $0.stringValue : nil }
      paging = Spotify.Paging(pager: pager, group: group)
    }
  }
}

extension Spotify {
  /// An answer that is a page, or holds it in a group as searches do.
  struct PageDocument<Element: Codable & Hashable & Sendable>: Decodable {
    let page: Page<Element>

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      if !container.contains(AnyKey("items")) {
        let wanted = decoder.userInfo[.spotifyGroup] as? String
        let group = wanted.map(AnyKey.init).flatMap { container.contains($0) ? $0 : nil }
        if let group = group ?? container.allKeys.first,
          container.allKeys.count == 1 || wanted != nil,
          let page = try? container.decode(Page<Element>.self, forKey: group), page.isIncluded
        {
          self.page = page
          return
        }
      }
      page = try Page(from: decoder)
      guard page.isIncluded else {
        throw DecodingError.keyNotFound(
          AnyKey("items"),
          .init(codingPath: decoder.codingPath, debugDescription: "There is no list.")
        )
      }
    }
  }

  struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension Spotify {
  /// Fetches further pages: the client, as lists see it. Lists get theirs while they are decoded,
  /// from the decoder's `userInfo[.spotifyPager]`; so do those inside of other things.
  public protocol Pager: Sendable {
    /// Fetches one page.
    ///
    /// - Parameters:
    ///   - next: the address as the service gave it.
    ///   - group: the key of the answer in which the list stands, where it does not stand alone.
    ///   - type: the type of the members.
    func page<Element: Codable & Hashable & Sendable>(
      at next: String,
      group: String?,
      of type: Element.Type
    ) async throws -> Page<Element>
  }
}

extension CodingUserInfoKey {
  /// The `any Spotify.Pager` that decoded lists page with.
  public static let spotifyPager = CodingUserInfoKey("PlayerKit.Spotify.pager")
  /// The key of the group that is wanted of an answer.
  static let spotifyGroup = CodingUserInfoKey("PlayerKit.Spotify.group")
}

extension Spotify.Page: PagedList {
  /// How many members of this page could not be read.
  public var unreadableCount: Int { unreadable.count }

  /// Whether ``nextBatch()`` has something to fetch.
  ///
  /// `false` as well where the list has no pager, where the service names a page as the next that
  /// was fetched before, and after ten pages in a row without any member.
  public var hasNextBatch: Bool {
    guard let next, paging.pager != nil else { return false }
    return !paging.visited.contains(next) && paging.emptyPages < 10
  }

  /// Fetches the next page; `nil` after the last.
  ///
  /// This page does not change. Called twice, it fetches twice.
  ///
  /// - Throws: ``CatalogError``, ``CatalogError/Code/malformedReply`` where the next page lies on
  ///   another server; `CancellationError`.
  public func nextBatch() async throws -> Self? {
    guard let next, let pager = paging.pager, hasNextBatch else { return nil }
    var page = try await pager.page(at: next, group: paging.group, of: Element.self)
    page.paging = Spotify.Paging(
      pager: page.paging.pager ?? pager,
      group: paging.group,
      visited: paging.visited.union([next]),
      emptyPages: page.isEmpty && page.unreadable.isEmpty ? paging.emptyPages + 1 : 0
    )
    return page
  }

  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left
  /// out: go by ``nextBatch()`` to see them.
  public var all: PagedMembers<Self> { PagedMembers(first: self) }
}

extension Spotify {
  /// What a page needs to fetch the next one; behind a reference, as most lists have no next page.
  /// Two are always equal: pages are compared by what the service sent.
  final class Paging: Sendable, Hashable {
    let pager: (any Pager)?
    let group: String?
    /// The addresses of the pages before this one; one that comes again would go round for ever.
    let visited: Set<String>
    /// How many pages up to this one had no members at all, one after the other.
    let emptyPages: Int

    /// Of a list that nobody pages.
    static let none = Paging(pager: nil, group: nil)

    init(
      pager: (any Pager)?,
      group: String?,
      visited: Set<String> = [],
      emptyPages: Int = 0
    ) {
      self.pager = pager
      self.group = group
      self.visited = visited
      self.emptyPages = emptyPages
    }

    static func == (one: Paging, other: Paging) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }
}
