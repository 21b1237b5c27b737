import PlayerKitServices

extension AppleMusic {
  /// What a list may hold: a ``Resource`` of any kind, or an ``Item``.
  public typealias Member = Codable & Hashable & Sendable

  /// One page of a list, which can fetch the next one.
  ///
  /// A random-access collection of the page's members. Members that cannot be read do not lose the
  /// page: they are in ``unreadable``. ``all`` goes through all pages.
  ///
  /// Equality, hashes and the encoded form are of what the service sent; by which client and with
  /// what limit the list pages is no part of them.
  public struct Collection<Element: Member>: CatalogList {
    /// The list as it was sent; `nil`: the answer held none. A relationship that was not included
    /// has only its ``href``.
    private var list: LossyArray<Element>?
    /// The path of the list, relative to the host.
    public var href: String?
    /// The path of the next page, as the service gave it; `nil`: this is the last.
    public let next: String?
    /// What describes the list itself; of views.
    private var attributes: JSONValue?
    /// What the service says about the list.
    public var meta: JSONValue?
    /// How the next page is fetched.
    public var paging: ListPaging?

    /// Makes a page without a next one.
    public init(_ members: [Element] = []) {
      list = LossyArray(members)
      next = nil
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
  public var unreadable: [UnreadableMember] { list?.unreadable ?? [] }

  /// Whether the answer held the list at all.
  public var isIncluded: Bool { list != nil }

  /// A view's heading, for people.
  public var title: String? { attributes?["title"]?.string }

  /// How many members all pages hold together. The service says so for lists of the library only.
  public var total: Int? { meta?["total"]?.int }

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

  /// For each code of any filter, the identities that it stands for.
  var matches: [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?.object ?? [:]).keys.reduce(into: [:]) { all, filter in
      all.merge(matches(of: filter)) { $0 + $1 }
    }
  }
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

/// Outside of the list: within it, its members' type would be part of theirs, and dear to find.
private enum CollectionKeys: String, CodingKey {
  case data, href, next, attributes, meta, results
}

extension AppleMusic.Collection: Codable {
  /// Reads a page; members that cannot be read go into ``unreadable``. The answer for a further page of a search or
  /// of charts has the page within its group.
  ///
  /// - Throws: `DecodingError` where there is no object at all, `data` is no list, or a whole answer to a client
  ///   holds none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CollectionKeys.self)
    if container.contains(.results) {
      self = try Self.group(in: container)
    } else {
      if container.contains(.data), try !container.decodeNil(forKey: .data) {
        list = try container.decode(LossyArray<Element>.self, forKey: .data)
      }
      href = try container.decodeIfPresent(String.self, forKey: .href)
      next = try container.decodeIfPresent(String.self, forKey: .next)
      attributes = try container.decodeIfPresent(JSONValue.self, forKey: .attributes)
      meta = try container.decodeIfPresent(JSONValue.self, forKey: .meta)
      // Looking up the pager costs as much as a small list; only lists that go on need one.
      if next != nil { paging = ListPaging(decoder) }
    }
    if list == nil, decoder.codingPath.isEmpty, decoder.userInfo[.listPager] != nil {
      let context = DecodingError.Context(codingPath: [], debugDescription: "no list")
      throw DecodingError.keyNotFound(CollectionKeys.data, context)
    }
  }

  /// The address of a next page names one type, so that there is one group; none where the service has no more.
  private static func group(in container: KeyedDecodingContainer<CollectionKeys>) throws -> Self {
    let groups = try container.nestedContainer(keyedBy: AnyKey.self, forKey: .results)
    let keys = groups.allKeys.sorted { $0.stringValue < $1.stringValue }
    guard let key = keys.first(where: { $0.stringValue != "topResults" }) ?? keys.first else {
      return Self()
    }
    if let charts = try? groups.decode([AppleMusic.Chart<Element>].self, forKey: key) {
      return charts.first?.members ?? Self()
    }
    return try groups.decode(Self.self, forKey: key)
  }

  /// Writes the service's form, the unreadable members where they stood.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CollectionKeys.self)
    try container.encodeIfPresent(list, forKey: .data)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(attributes, forKey: .attributes)
    try container.encodeIfPresent(meta, forKey: .meta)
  }
}
