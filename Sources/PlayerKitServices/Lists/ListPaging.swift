/// Fetches a list's next page and tracks the pages already fetched. A value that refers to the
/// client.
public struct ListPaging: Sendable {
  /// Fetches the pages.
  public var pager: any ListPager
  /// The requested number of members of the first page. It is added to `next` if the service omits
  /// it there.
  public var limit: Int?
  /// The key of the reply under which the list is nested, as in search results. `nil` if it is not
  /// nested.
  public var group: String?
  var trail = PageTrail()

  /// Makes the paging of a first page.
  public init(pager: any ListPager, limit: Int? = nil, group: String? = nil) {
    self.pager = pager
    self.limit = limit
    self.group = group
  }

  /// Takes the pager from the decoder's user info. `nil` if there is none.
  public init?(_ decoder: any Decoder, group: String? = nil) {
    guard let pager = decoder.userInfo[.listPager] as? any ListPager else { return nil }
    self.init(pager: pager, group: group)
  }
}

/// Fetches further pages of lists. Clients conform to it.
///
/// A client passes it to its decoder in `userInfo[.listPager]`, so that nested lists can be paged
/// too.
public protocol ListPager: Sendable {
  /// Fetches one page.
  ///
  /// - Parameters:
  ///   - type: The type of the page.
  ///   - next: The address as the service sent it.
  ///   - paging: The paging of the previous page, with its limit and group.
  func page<Page: CatalogList>(
    at next: String,
    after paging: ListPaging,
    as type: Page.Type
  ) async throws -> Page
}

extension CodingUserInfoKey {
  /// The `any ListPager` that fetches further pages of decoded lists.
  public static let listPager = CodingUserInfoKey("PlayerKit.listPager")
}

/// The pages already fetched: enough to detect endless paging, in bounded space.
struct PageTrail: Sendable {
  /// The maximum number of consecutive empty pages. More are taken for a fault of the service.
  static let maximumEmptyPages = 3
  private static let maximumRecent = 16

  /// The most recent addresses. They detect a short cycle at the first repeated page.
  private var recent: [String] = []
  /// The address at the last power of two. It eventually detects a cycle of any length (Brent).
  private var anchor: String?
  private var count = 0
  private var emptyPages = 0

  /// Whether the page at `address` is known to have been fetched.
  func contains(_ address: String) -> Bool { address == anchor || recent.contains(address) }

  /// Whether there were too many consecutive empty pages.
  var leadsNowhere: Bool { emptyPages > Self.maximumEmptyPages }

  /// Returns the trail with one more page.
  func adding(_ address: String, isEmpty: Bool) -> PageTrail {
    var trail = self
    if trail.recent.count == Self.maximumRecent { trail.recent.removeFirst() }
    trail.recent.append(address)
    trail.count += 1
    if trail.count & (trail.count - 1) == 0 { trail.anchor = address }
    trail.emptyPages = isEmpty ? emptyPages + 1 : 0
    return trail
  }
}
