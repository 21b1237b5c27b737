import Foundation

/// Joins the pages of a feed (RFC 5005): each page once, each episode once, though the list moves on between
/// two requests. Pure.
struct FeedPages: Sendable {
  /// The feed with all that was read; its `nextPage` is the one to be read next.
  private(set) var feed: PodcastFeed
  private var seen: Set<URL>
  private var ids: Set<String>

  /// Begins with the first page.
  init(_ first: PodcastFeed) {
    feed = first
    seen = Set([first.address, first.firstPage].compactMap(\.self))
    ids = Set(first.episodes.map(\.id))
    setNext(first.nextPage)
  }

  /// Takes in the next page. Where nothing in it is new, it is the last.
  ///
  /// - Returns: the episodes that are new.
  mutating func add(_ page: PodcastFeed) -> [PodcastEpisode] {
    if let read = feed.nextPage { seen.insert(read) }
    let room = FeedBuilder.mostEpisodes - feed.episodes.count
    let new = page.episodes.filter { ids.insert($0.id).inserted }.prefix(room)
    feed.omittedCount += page.omittedCount + page.episodes.count - new.count
    feed.episodes += new
    setNext(new.isEmpty ? nil : page.nextPage)
    return Array(new)
  }

  private mutating func setNext(_ next: URL?) {
    let isFull = feed.episodes.count >= FeedBuilder.mostEpisodes
    feed.nextPage = next.flatMap { isFull || seen.contains($0) ? nil : $0 }
  }
}
