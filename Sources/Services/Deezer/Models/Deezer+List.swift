import MusicCatalog

extension Deezer {
  /// What a list may hold.
  public typealias Member = Codable & Hashable & Sendable

  /// A page of a list. The service's lists end where ``next`` lacks.
  ///
  /// One member that cannot be read costs neither the others nor itself: it is among
  /// ``unreadable``. Encoding gives the whole page back. Equality does not ask who pages.
  public struct List<Element: Member>: CatalogList {
    private let data: LossyArray<Element>
    /// How many members the list has on all pages; `nil` where the service does not say.
    public let total: Int?
    /// The address of the next page as it was sent.
    public let next: String?
    /// The address of the page before as it was sent.
    public let prev: String?
    /// A token that some lists have, for what changed since.
    public let checksum: String?
    /// When the list was made, in seconds since 1970; `nil` where the service does not say.
    public let timestamp: Int?
    /// How the next page is fetched.
    public var paging: ListPaging?

    /// The members that can be read, in the service's order.
    public var members: [Element] { data.members }
    /// The others.
    public var unreadable: [UnreadableMember] { data.unreadable }
  }

  /// A member that is not of the documented form.
  public typealias UnreadableMember = MusicCatalog.UnreadableMember
}

extension Deezer.List: Hashable {
  /// Whether both have the same members and say the same of the list.
  public static func == (left: Self, right: Self) -> Bool {
    left.data == right.data && left.total == right.total && left.next == right.next
      && left.prev == right.prev && left.checksum == right.checksum
      && left.timestamp == right.timestamp
  }

  /// By the members.
  public func hash(into hasher: inout Hasher) { hasher.combine(members) }
}

extension Deezer.List: Codable {
  enum CodingKeys: String, CodingKey {
    case data, total, next, prev, checksum, timestamp
  }

  /// Reads a page.
  ///
  /// - Throws: `DecodingError` where there is no list at all.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    total = try container.decodeIfPresent(Int.self, forKey: .total)
    next = try container.decodeIfPresent(String.self, forKey: .next)
    prev = try container.decodeIfPresent(String.self, forKey: .prev)
    checksum = try container.decodeIfPresent(String.self, forKey: .checksum)
    timestamp = try container.decodeIfPresent(Int.self, forKey: .timestamp)
    data = try container.decode(LossyArray<Element>.self, forKey: .data)
    paging = ListPaging(decoder)
  }

  /// Writes the page as it came, each member in its place.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(total, forKey: .total)
    try container.encodeIfPresent(next, forKey: .next)
    try container.encodeIfPresent(prev, forKey: .prev)
    try container.encodeIfPresent(checksum, forKey: .checksum)
    try container.encodeIfPresent(timestamp, forKey: .timestamp)
    try container.encode(data, forKey: .data)
  }
}
