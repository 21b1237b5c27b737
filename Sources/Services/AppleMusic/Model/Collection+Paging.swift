import MusicCatalog

extension AppleMusic.Collection: PagedList {
  /// What a page needs to fetch the next one. Behind a reference: most lists have no next page, and
  /// are copied often.
  final class Paging: Sendable {
    let pager: any AppleMusic.CollectionPager
    let limit: Int?
    /// The pages before this one; one that comes again would go round for ever.
    let trail: AppleMusic.PageTrail

    init(
      pager: any AppleMusic.CollectionPager,
      limit: Int?,
      trail: AppleMusic.PageTrail = AppleMusic.PageTrail()
    ) {
      self.pager = pager
      self.limit = limit
      self.trail = trail
    }
  }

  /// How many members of this page could not be read.
  public var unreadableCount: Int { unreadable.count }

  /// Whether ``nextBatch()`` has something to fetch.
  ///
  /// `false` as well where the list has no pager, and where the service names a page as the next
  /// that was fetched before.
  public var hasNextBatch: Bool {
    guard let next, let paging else { return false }
    return !paging.trail.contains(next)
  }

  /// Fetches the next page; `nil` after the last.
  ///
  /// This page does not change. Called twice, it fetches twice.
  ///
  /// - Throws: what the pager throws: ``CatalogError``, `CancellationError`; and
  ///   ``CatalogError/Code/malformedReply`` where the service names page after page without a
  ///   member: a fourth one in a row is not returned.
  public func nextBatch() async throws -> Self? {
    guard let next, let paging, hasNextBatch else { return nil }
    var page = try await paging.pager.page(at: next, limit: paging.limit, of: Element.self)
    let isEmpty = page.members.isEmpty && page.unreadable.isEmpty
    let trail = paging.trail.adding(next, isEmpty: isEmpty)
    guard !trail.leadsNowhere else { throw trail.failure }
    page.paging = Paging(
      pager: page.paging?.pager ?? paging.pager,
      limit: paging.limit,
      trail: trail
    )
    return page
  }

  /// The same page, which asks for `limit` members a page from now on.
  ///
  /// The service's own paths to next pages often lose the limit.
  public func paging(by limit: Int?) -> Self {
    guard let paging else { return self }
    var copy = self
    copy.paging = Paging(pager: paging.pager, limit: limit, trail: paging.trail)
    return copy
  }

  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left
  /// out: go by ``nextBatch()`` to see them.
  public var all: AllMembers { AllMembers(first: self) }

  /// An asynchronous sequence over the members of all pages.
  public typealias AllMembers = PagedMembers<Self>
}
