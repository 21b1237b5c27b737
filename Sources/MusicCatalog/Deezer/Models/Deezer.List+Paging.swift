extension Deezer.List: PagedList {
  /// Whether ``nextBatch()`` has something to fetch; `false` as well where the service names a page
  /// as the next that was fetched before, and for a list that no client decoded.
  public var hasNextBatch: Bool {
    guard let next, !next.isEmpty, pager != nil else { return false }
    return !visited.contains(next)
  }

  /// Fetches the next page; `nil` after the last. This page does not change; called twice, it
  /// fetches twice.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func nextBatch() async throws -> Self? {
    guard let next, let pager, hasNextBatch else { return nil }
    var page = try await pager.page(at: next, of: Element.self)
    page.visited = visited.union([next])
    return page
  }

  /// How many members of this page could not be read.
  public var unreadableCount: Int { unreadable.count }

  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left
  /// out: go by ``nextBatch()`` to see them.
  public var all: PagedMembers<Self> { PagedMembers(first: self) }
}
