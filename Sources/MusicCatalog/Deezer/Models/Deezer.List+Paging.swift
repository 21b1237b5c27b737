extension Deezer.List {
  /// Whether ``nextPage()`` has something to fetch; `false` as well where the service names a page
  /// as the next that was fetched before, and for a list that no client decoded.
  public var hasNextPage: Bool {
    guard let next, !next.isEmpty, pager != nil else { return false }
    return !visited.contains(next)
  }

  /// Fetches the next page; `nil` after the last. This page does not change; called twice, it
  /// fetches twice.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func nextPage() async throws -> Self? {
    guard let next, let pager, hasNextPage else { return nil }
    var page = try await pager.page(at: next, of: Element.self)
    page.visited = visited.union([next])
    return page
  }

  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left
  /// out: go by ``nextPage()`` to see them.
  public var all: AllMembers { AllMembers(first: self) }

  /// An asynchronous sequence over the members of all pages.
  public struct AllMembers: AsyncSequence, Sendable {
    let first: Deezer.List<Element>

    /// Starts with the first page.
    public func makeAsyncIterator() -> Iterator { Iterator(page: first) }

    /// Goes through a page, then fetches the next.
    public struct Iterator: AsyncIteratorProtocol {
      var page: Deezer.List<Element>?
      var index = 0

      init(page: Deezer.List<Element>) { self.page = page }

      /// The next member; `nil` after the last, and after an error.
      public mutating func next() async throws -> Element? {
        while let current = page {
          if index < current.members.count {
            defer { index += 1 }
            return current.members[index]
          }
          page = nil
          index = 0
          page = try await current.nextPage()
        }
        return nil
      }
    }
  }
}
