import MusicCatalog

extension AppleMusic {
  /// One page of a list, which can fetch the next one.
  ///
  /// A random-access collection of the page's members. Members that cannot be read do not lose the
  /// page: they are in ``unreadable``. ``all`` goes through all pages.
  ///
  /// Equality, hashes and the encoded form are of what the service sent; by which pager and with
  /// what limit the list pages is no part of them.
  public struct Collection<Element: Member>: Sendable {
    /// The list as it was sent; `nil`: the answer held none. A relationship that was not included
    /// has only its ``href``.
    var list: LossyArray<Element>?
    /// The path of the list, relative to the host.
    public var href: String?
    /// The path of the next page, as the service gave it; `nil`: this is the last.
    public internal(set) var next: String?
    /// What describes the list itself; of views.
    var attributes: JSONValue?
    /// What the service says about the list.
    public var meta: JSONValue?

    var paging: Paging?

    /// Makes a page. Without a pager it cannot fetch others.
    public init(
      _ members: [Element] = [],
      href: String? = nil,
      next: String? = nil,
      title: String? = nil,
      meta: JSONValue? = nil,
      pager: (any CollectionPager)? = nil,
      limit: Int? = nil
    ) {
      list = LossyArray(members)
      self.href = href
      self.next = next
      attributes = title.map { .object(["title": .string($0)]) }
      self.meta = meta
      paging = pager.map { Paging(pager: $0, limit: limit) }
    }
  }
}

extension AppleMusic.Collection: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of the page's members.
  public var endIndex: Int { members.count }
  /// The member at a position of the page.
  public subscript(position: Int) -> Element { members[position] }
}

extension AppleMusic.Collection {
  /// The page's members in the service's order; empty where the answer held no list.
  public var members: [Element] { list?.members ?? [] }

  /// The members that could not be read. Their indices count all that were sent.
  public var unreadable: [AppleMusic.UnreadableMember] { list?.unreadable ?? [] }

  /// Whether the answer held the list at all.
  public var isIncluded: Bool { list != nil }

  /// A view's heading, for people.
  public var title: String? { attributes?["title"]?.string }

  /// How many members all pages hold together. The service says so for lists of the library only.
  public var total: Int? { meta?["total"]?.int }
}

extension AppleMusic.Collection: Hashable {
  /// Whether the service sent the same.
  public static func == (one: Self, other: Self) -> Bool {
    one.list == other.list && one.href == other.href && one.next == other.next
      && one.attributes == other.attributes && one.meta == other.meta
  }

  /// Hashes what ``==(_:_:)`` compares, the rarer parts left out.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(list)
    hasher.combine(href)
    hasher.combine(next)
  }
}

extension AppleMusic.Collection {
  /// Which resources answer to what a filter asked for: `matches(of: "isrc")["USXX12100001"]`.
  ///
  /// One code may have many resources. Codes without any are absent; so is everything where the
  /// answer was to no filter.
  public func matches(of filter: String) -> [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?[filter]?.object ?? [:]).mapValues { list in
      (list.array ?? []).compactMap { member in
        guard let id = member["id"]?.string, let type = member["type"]?.string else { return nil }
        return AppleMusic.Identifier(id: id, type: type, href: member["href"]?.string)
      }
    }
  }
}
