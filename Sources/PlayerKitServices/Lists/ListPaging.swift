/// How a list's next page is fetched, and where the paging has been. A value; behind it the client.
public struct ListPaging: Sendable {
  /// Who fetches.
  public var pager: any ListPager
  /// How many members were asked for in the first page, to be put back where `next` has lost it.
  public var limit: Int?
  /// The key of the answer in which the list stands, as searches have it; `nil` where it stands alone.
  public var group: String?
  var trail = PageTrail()

  /// Makes the paging of a first page.
  public init(pager: any ListPager, limit: Int? = nil, group: String? = nil) {
    self.pager = pager
    self.limit = limit
    self.group = group
  }

  /// Takes the pager that a client gave its decoder; `nil` where there is none.
  public init?(_ decoder: any Decoder, group: String? = nil) {
    guard let pager = decoder.userInfo[.listPager] as? any ListPager else { return nil }
    self.init(pager: pager, group: group)
  }
}

/// Fetches further pages of lists: the client, as lists see it.
///
/// A client gives it to its decoder, by `userInfo[.listPager]`; so lists inside of other things page, too.
public protocol ListPager: Sendable {
  /// Fetches one page.
  ///
  /// - Parameters:
  ///   - next: the address as the service gave it.
  ///   - paging: that of the page before: its limit and group.
  func page<Page: CatalogList>(
    at next: String,
    after paging: ListPaging,
    as type: Page.Type
  ) async throws -> Page
}

extension CodingUserInfoKey {
  /// The `any ListPager` that decoded lists page with.
  public static let listPager = CodingUserInfoKey("PlayerKit.listPager")
}

/// Where paging has been: enough to notice that it does not end, in a bounded space.
struct PageTrail: Sendable {
  /// Pages without a member in a row that are taken for the service's habit, not for its fault.
  static let mostEmptyPages = 3
  private static let mostRecent = 16

  /// The last addresses: a short circle is noticed at its first one that comes again.
  private var recent: [String] = []
  /// The address at the last power of two: a circle of any length meets it some time (Brent).
  private var anchor: String?
  private var count = 0
  private var emptyPages = 0

  /// Whether the page at `address` is known to have been fetched.
  func contains(_ address: String) -> Bool { address == anchor || recent.contains(address) }

  /// Whether there were too many pages without a member.
  var leadsNowhere: Bool { emptyPages > Self.mostEmptyPages }

  /// The trail with one page more.
  func adding(_ address: String, isEmpty: Bool) -> PageTrail {
    var trail = self
    if trail.recent.count == Self.mostRecent { trail.recent.removeFirst() }
    trail.recent.append(address)
    trail.count += 1
    if trail.count & (trail.count - 1) == 0 { trail.anchor = address }
    trail.emptyPages = isEmpty ? emptyPages + 1 : 0
    return trail
  }
}
