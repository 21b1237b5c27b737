/// One page of a service's list, which fetches the next one.
public protocol PagedList<Element>: Sendable {
  /// What the list holds.
  associatedtype Element: Sendable

  /// The page's members.
  var members: [Element] { get }

  /// How many members of this page could not be read.
  var unreadableCount: Int { get }

  /// Fetches the next page; `nil` after the last. This page does not change.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func nextBatch() async throws -> Self?
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

    init(page: Page) { self.page = page }

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
