extension Spotify {
  /// Fetches further pages: the client, as lists see it. Lists get theirs while they are decoded,
  /// from the decoder's `userInfo[.spotifyPager]`; so do those inside of other things.
  public protocol Pager: Sendable {
    /// Fetches one page.
    ///
    /// - Parameters:
    ///   - next: the address as the service gave it.
    ///   - group: the key of the answer in which the list stands, where it does not stand alone.
    ///   - type: the type of the members.
    func page<Element: Codable & Hashable & Sendable>(
      at next: String,
      group: String?,
      of type: Element.Type
    ) async throws -> Page<Element>
  }
}

extension CodingUserInfoKey {
  /// The `any Spotify.Pager` that decoded lists page with.
  public static let spotifyPager = CodingUserInfoKey("PlayerKit.Spotify.pager")
  /// The key of the group that is wanted of an answer.
  static let spotifyGroup = CodingUserInfoKey("PlayerKit.Spotify.group")
}

extension Spotify.Page: PagedList {
  /// What a page needs to fetch the next one; behind a reference, as most lists have no next page.
  final class Paging: Sendable {
    let pager: any Spotify.Pager
    let group: String?
    /// The addresses of the pages before this one; one that comes again would go round for ever.
    let visited: Set<String>

    init(pager: any Spotify.Pager, group: String?, visited: Set<String>) {
      self.pager = pager
      self.group = group
      self.visited = visited
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
    return !paging.visited.contains(next)
  }

  /// Fetches the next page; `nil` after the last.
  ///
  /// This page does not change. Called twice, it fetches twice.
  ///
  /// - Throws: ``CatalogError``, ``CatalogError/Code/malformedReply`` where the next page lies on
  ///   another server; `CancellationError`.
  public func nextBatch() async throws -> Self? {
    guard let next, let paging, hasNextBatch else { return nil }
    var page = try await paging.pager.page(at: next, group: paging.group, of: Element.self)
    page.paging = Paging(
      pager: page.paging?.pager ?? paging.pager,
      group: paging.group,
      visited: paging.visited.union([next])
    )
    return page
  }

  /// All members of this page and those after it, fetched as they are asked for.
  ///
  /// Every iteration fetches anew. After an error the sequence ends. Unreadable members are left
  /// out: go by ``nextBatch()`` to see them.
  public var all: PagedMembers<Self> { PagedMembers(first: self) }
}
