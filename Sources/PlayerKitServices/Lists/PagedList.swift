/// One page of a service's list, which can fetch the next one. The common interface of all lists.
public protocol PagedList<Element>: Sendable {
  /// The type of the members.
  associatedtype Element: Sendable

  /// The readable members of the page.
  var members: [Element] { get }

  /// The number of members of this page that could not be read.
  var unreadableCount: Int { get }

  /// Fetches the next page. `nil` after the last one. This page does not change. A second call
  /// fetches again.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func nextBatch() async throws -> Self?
}

extension PagedList {
  /// All members of this page and the following ones, fetched on demand.
  ///
  /// Every iteration fetches the pages again. The sequence ends after an error. Unreadable members
  /// are left out; use `nextBatch()` to see them.
  public var all: PagedMembers<Self> { PagedMembers(first: self) }
}

/// A list with a service's own JSON form and the common paging.
///
/// It has the members, the address of the next page, and ``paging``, which it takes from its
/// decoder:
///
/// ```swift
/// paging = ListPaging(decoder)
/// ```
public protocol CatalogList<Element>: PagedList, Decodable {
  /// The members that could not be read.
  var unreadable: [UnreadableMember] { get }

  /// The address of the next page as the service sent it. `nil` for the last page.
  var next: String? { get }

  /// Fetches the next page. `nil` if no client decoded the list. Ignored by equality and encoding.
  var paging: ListPaging? { get set }
}

extension CatalogList {
  /// The number of members of this page that could not be read.
  public var unreadableCount: Int { unreadable.count }

  /// Whether `nextBatch()` has something to fetch.
  ///
  /// Also `false` if no client decoded the list, or if the next page is known to have been fetched
  /// before.
  public var hasNextBatch: Bool {
    guard let next, !next.isEmpty, let paging else { return false }
    return !paging.trail.contains(next)
  }

  /// Returns the page with a fixed page size of `limit` for further requests. The addresses that
  /// services send often omit it.
  public func paging(by limit: Int?) -> Self {
    var copy = self
    copy.paging?.limit = limit
    return copy
  }

  /// Fetches the next page. `nil` after the last one. This page does not change. A second call
  /// fetches again.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/malformedReply`` if the service
  ///   sends too many empty pages (the fourth in a row is not returned) or if the next page is on
  ///   another server; `CancellationError`.
  public func nextBatch() async throws -> Self? {
    guard let next, let paging, hasNextBatch else { return nil }
    var page = try await paging.pager.page(at: next, after: paging, as: Self.self)
    let isEmpty = page.members.isEmpty && page.unreadable.isEmpty
    let trail = paging.trail.adding(next, isEmpty: isEmpty)
    guard !trail.leadsNowhere else {
      throw CatalogError(
        .malformedReply,
        "The service returned page after page without an entry."
      )
    }
    var following = paging
    following.pager = page.paging?.pager ?? paging.pager
    following.trail = trail
    page.paging = following
    return page
  }
}

/// The members of a page and the following ones, fetched on demand.
///
/// Every iteration fetches the pages again. The sequence ends after an error.
public struct PagedMembers<Page: PagedList>: AsyncSequence, Sendable {
  /// The type of the members.
  public typealias Element = Page.Element

  let first: Page

  /// Makes an iterator that starts with the first page.
  public func makeAsyncIterator() -> Iterator { Iterator(page: first) }

  /// Iterates over a page, then fetches the next.
  public struct Iterator: AsyncIteratorProtocol {
    var page: Page?
    var index = 0

    /// Returns the next member. `nil` after the last one, and after an error.
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
