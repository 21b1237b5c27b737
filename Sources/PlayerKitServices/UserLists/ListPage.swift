/// A page of a list, independent of the service's own list type.
public struct ListPage<Element: Sendable>: PagedList {
  /// The members of the page.
  public let members: [Element]
  /// The number of members of this page that could not be read.
  public let unreadableCount: Int
  private let following: (@Sendable () async throws -> ListPage?)?

  /// Makes a page. `following` fetches the next page; without it, this page is the last.
  public init(
    _ members: [Element],
    unreadableCount: Int = 0,
    following: (@Sendable () async throws -> ListPage?)? = nil
  ) {
    self.members = members
    self.unreadableCount = unreadableCount
    self.following = following
  }

  /// Makes a page from a service's list.
  ///
  /// - Parameter list: The service's page.
  /// - Parameter convert: Returns the members that stand for those of a page. Called for each page.
  /// - Throws: The error of `convert`.
  public init<List: CatalogList>(
    _ list: List,
    _ convert: @escaping @Sendable (List) async throws -> [Element]
  ) async throws {
    let following: @Sendable () async throws -> ListPage? = {
      guard let next = try await list.nextBatch() else { return nil }
      return try await ListPage(next, convert)
    }
    self.init(
      try await convert(list),
      unreadableCount: list.unreadableCount,
      following: list.hasNextBatch ? following : nil
    )
  }

  /// Whether ``nextBatch()`` has something to fetch. The next page may still be empty.
  public var hasNextBatch: Bool { following != nil }

  /// Fetches the next page. `nil` after the last one. A second call fetches again.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  public func nextBatch() async throws -> ListPage? { try await following?() }

  /// Returns the page with members before its own.
  package func prepending(_ first: [Element]) -> ListPage {
    ListPage(first + members, unreadableCount: unreadableCount, following: following)
  }
}
