/// One page of a service's list, which fetches the next one: what all lists have in common.
public protocol PagedList<Element>: Sendable {
  /// What the list holds.
  associatedtype Element: Sendable

  /// The members of the page that could be read.
  var members: [Element] { get }

  /// How many members of this page could not be read.
  var unreadableCount: Int { get }

  /// Fetches the next page; `nil` after the last. This page does not change. A second call fetches again.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func nextBatch() async throws -> Self?
}

extension PagedList {
  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left out: go by
  /// ``nextBatch()`` to see them.
  public var all: PagedMembers<Self> { PagedMembers(first: self) }
}

/// A list whose wire form is a service's own, and whose paging is the common one.
///
/// It has the members, the address of the next page, and ``paging``, which it takes from its decoder:
///
/// ```swift
/// paging = ListPaging(decoder)
/// ```
public protocol CatalogList<Element>: PagedList, Decodable {
  /// The members that could not be read.
  var unreadable: [UnreadableMember] { get }

  /// The address of the next page as the service sent it; `nil`: this is the last.
  var next: String? { get }

  /// How the next page is fetched; `nil` of a list that no client decoded. Equality and the encoded form leave it
  /// out.
  var paging: ListPaging? { get set }
}

extension CatalogList {
  /// How many members of this page could not be read.
  public var unreadableCount: Int { unreadable.count }

  /// Whether ``nextBatch()`` has something to fetch.
  ///
  /// `false` as well for a list that no client decoded, and where the service names a page as the next that was
  /// fetched before.
  public var hasNextBatch: Bool {
    guard let next, !next.isEmpty, let paging else { return false }
    return !paging.trail.contains(next)
  }

  /// The same page, which asks for `limit` members a page from now on: the addresses that services give often
  /// lose it.
  public func paging(by limit: Int?) -> Self {
    var copy = self
    copy.paging?.limit = limit
    return copy
  }

  /// Fetches the next page; `nil` after the last. This page does not change. A second call fetches again.
  ///
  /// - Throws: ``CatalogError``; its code ``CatalogError/Code/malformedReply`` where the service names page after
  ///   page without a member (the fourth in a row is not returned), and where the next page lies on another
  ///   server. `CancellationError`.
  public func nextBatch() async throws -> Self? {
    guard let next, let paging, hasNextBatch else { return nil }
    var page = try await paging.pager.page(at: next, after: paging, as: Self.self)
    let isEmpty = page.members.isEmpty && page.unreadable.isEmpty
    let trail = paging.trail.adding(next, isEmpty: isEmpty)
    guard !trail.leadsNowhere else {
      throw CatalogError(
        .malformedReply,
        "The service names page after page, and none of them has a member."
      )
    }
    var following = paging
    following.pager = page.paging?.pager ?? paging.pager
    following.trail = trail
    page.paging = following
    return page
  }
}

/// The members of a page and of those after it, fetched as they are asked for.
///
/// Every iteration fetches anew. After an error the sequence ends.
public struct PagedMembers<Page: PagedList>: AsyncSequence, Sendable {
  /// What the list holds.
  public typealias Element = Page.Element

  let first: Page

  /// Starts with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(page: first) }

  /// Goes through a page, then fetches the next.
  public struct Iterator: AsyncIteratorProtocol {
    var page: Page?
    var index = 0

    /// The next member; `nil` after the last, and after an error.
    public mutating func next() async throws -> Page.Element? {
      while let current = page {
        if index < current.members.count {
          defer { index += 1 }
          return current.members[index]
        }
        page = nil
        index = 0
        page = try await current.nextBatch()
      }
      return nil
    }
  }
}
