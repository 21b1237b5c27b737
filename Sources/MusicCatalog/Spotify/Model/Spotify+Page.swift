extension Spotify {
  /// One page of a list, which fetches the next one.
  ///
  /// A random-access collection of the page's members. Members that cannot be read, `null` as well,
  /// do not lose the page: they are in ``unreadable``. ``all`` goes through all pages.
  ///
  /// Equality, hashes and the encoded form are of what the service sent, not of how it pages.
  public struct Page<Element: Codable & Hashable & Sendable>: Sendable {
    /// The list as it was sent; `nil`: the answer holds only its address and number.
    var items: TolerantList<Element>?
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

    var paging: Paging?

    /// Makes a page that is the last.
    public init(_ members: [Element] = []) {
      items = TolerantList(members)
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

extension Spotify.Page: Hashable {
  /// Whether the service sent the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.items == other.items && one.href == other.href && one.limit == other.limit
      && one.offset == other.offset && one.total == other.total && one.next == other.next
      && one.previous == other.previous && one.cursors == other.cursors
  }

  /// Hashes what ``==(_:_:)`` compares, the rarer parts left out.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(items)
    hasher.combine(href)
    hasher.combine(next)
  }
}
