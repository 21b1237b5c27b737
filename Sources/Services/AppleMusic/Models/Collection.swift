import PlayerKitServices

extension AppleMusic {
  /// The type of a list's member: a ``Resource`` of any kind, or an ``Item``.
  public typealias Member = Codable & Hashable & Sendable

  /// One page of a list, which can fetch the next one.
  ///
  /// A random-access collection of the page's members. An unreadable member does not affect the
  /// others; it is in ``unreadable``. `all` iterates over all pages.
  ///
  /// Equality, hashes and the encoded form cover the data from the service, not the client or the
  /// page size.
  public struct Collection<Element: Member>: CatalogList {
    /// The list as it was sent. `nil` if the reply had none. A relationship that was not included
    /// has only its ``href``.
    private var list: LossyArray<Element>?
    /// The path of the list, relative to the host.
    public var href: String?
    /// The path of the next page as the service sent it. `nil` for the last page.
    public let next: String?
    /// The attributes of the list itself, for views.
    private var attributes: JSONValue?
    /// The service's metadata of the list.
    public var meta: JSONValue?
    /// Fetches the next page.
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
  /// The page's members in the service's order. Empty if the reply had no list.
  public var members: [Element] { list?.members ?? [] }

  /// The members that could not be read. Their indices refer to the list as it was sent.
  public var unreadable: [UnreadableMember] { list?.unreadable ?? [] }

  /// Whether the reply included the list.
  public var isIncluded: Bool { list != nil }

  /// A view's heading, for people.
  public var title: String? { attributes?["title"]?.string }

  /// The total number of members of all pages. The service states it only for lists of the library.
  public var total: Int? { meta?["total"]?.int }

  /// Returns the resources that match the values of a filter: `matches(of:
  /// "isrc")["USXX12100001"]`.
  ///
  /// A value may have several resources. Values without a resource are absent. Empty if the reply
  /// had no filter.
  public func matches(of filter: String) -> [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?[filter]?.object ?? [:]).mapValues { list in
      (list.array ?? []).compactMap { member in
        guard let id = member["id"]?.string, let type = member["type"]?.string else { return nil }
        return AppleMusic.Identifier(id: id, type: type, href: member["href"]?.string)
      }
    }
  }

  /// The ids for each value of any filter.
  var matches: [String: [AppleMusic.Identifier]] {
    (meta?["filters"]?.object ?? [:]).keys.reduce(into: [:]) { all, filter in
      all.merge(matches(of: filter)) { $0 + $1 }
    }
  }
}

extension AppleMusic.Collection: Hashable {
  /// Whether the service sent the same list.
  public static func == (one: Self, other: Self) -> Bool {
    one.list == other.list && one.href == other.href && one.next == other.next
      && one.attributes == other.attributes && one.meta == other.meta
  }

  /// Hashes the main parts that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(list)
    hasher.combine(href)
    hasher.combine(next)
  }
}

/// Outside of the generic type: inside, the keys would depend on the element type, which makes
/// lookups costly.
private enum CollectionKeys: String, CodingKey {
  case data, href, next, attributes, meta, results
}

extension AppleMusic.Collection: Codable {
  /// Reads a page. Unreadable members are in ``unreadable``. In a reply for a further page of a
  /// search or of charts, the page is nested in its group.
  ///
  /// - Throws: `DecodingError` if there is no object, if `data` is not a list, or if a client's
  ///   reply has no list at the top level.
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
      // Looking up the pager costs as much as decoding a small list, so it is done only if there is
      // a next page.
      if next != nil { paging = ListPaging(decoder) }
    }
    if list == nil, decoder.codingPath.isEmpty, decoder.userInfo[.listPager] != nil {
      let context = DecodingError.Context(codingPath: [], debugDescription: "no list")
      throw DecodingError.keyNotFound(CollectionKeys.data, context)
    }
  }

  /// The address of a next page names one type, so there is one group, or none if the service has
  /// no more.
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

  /// Writes the service's form, with unreadable members at their original positions.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CollectionKeys.self)
    try container.encodeIfPresent(list, forKey: .data)
    try container.encodeIfPresent(href, forKey: .href)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(attributes, forKey: .attributes)
    try container.encodeIfPresent(meta, forKey: .meta)
  }
}
