import PlayerKit
import PlayerKitServices

/// The items of an album, a list, or the like that a page has opened.
struct WebOpenItems: Sendable {
  /// The maximum number of items.
  static let maximumCount = 1_000

  /// The number of the request that opened it.
  let id: Int
  /// The items so far.
  private(set) var items: [QueueItem]
  /// The number of items that the page has received.
  var shownCount: Int
  /// The last page that was looked up. `nil` if no other page follows.
  private var page: ListPage<any Track>?

  /// Keeps the first items of an opened item, which has no pages.
  init(id: Int, items: [QueueItem] = [], shownCount: Int = 0) {
    self.id = id
    self.items = Array(items.prefix(Self.maximumCount))
    self.shownCount = shownCount
  }

  /// Whether items may follow that are not looked up yet.
  var canLoad: Bool { page?.hasNextBatch ?? false }

  /// Whether the page can request more items.
  var hasMore: Bool { shownCount < items.count || canLoad }

  /// Adds the items of a page.
  mutating func add(_ page: ListPage<any Track>) {
    let space = Self.maximumCount - items.count
    items += page.members.prefix(space).map { QueueItem($0) }
    self.page = items.count < Self.maximumCount ? page : nil
  }

  /// Looks up the next page. Ends the list if there is none.
  mutating func load() async throws {
    if let next = try await page?.nextBatch() { add(next) } else { page = nil }
  }

  /// Whether another value has the same progress.
  func isSame(as other: WebOpenItems) -> Bool {
    id == other.id && items.count == other.items.count && shownCount == other.shownCount
  }
}
