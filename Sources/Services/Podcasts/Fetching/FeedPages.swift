import Foundation

/// Joins the pages of a feed (RFC 5005). Takes each page and each episode once, even if the list
/// changes between two requests. Pure.
struct FeedPages: Sendable {
  /// The feed with everything read so far. Its `nextPage` is the next page to read.
  private(set) var feed: PodcastFeed
  private var seen: Set<URL>
  private var ids: Set<String>

  /// Starts with the first page.
  init(_ first: PodcastFeed) {
    feed = first
    seen = Set([first.address, first.firstPage].compactMap(\.self))
    ids = Set(first.episodes.map(\.id))
    setNext(first.nextPage)
  }

  /// Adds the next page. If nothing in it is new, it is the last.
  ///
  /// - Returns: The new episodes.
  mutating func add(_ page: PodcastFeed) -> [PodcastEpisode] {
    if let read = feed.nextPage { seen.insert(read) }
    let room = FeedBuilder.maximumEpisodes - feed.episodes.count
    let new = page.episodes.filter { ids.insert($0.id).inserted }.prefix(room)
    feed.omittedCount += page.omittedCount + page.episodes.count - new.count
    feed.episodes += new
    setNext(new.isEmpty ? nil : page.nextPage)
    return Array(new)
  }

  private mutating func setNext(_ next: URL?) {
    let isFull = feed.episodes.count >= FeedBuilder.maximumEpisodes
    feed.nextPage = next.flatMap { isFull || seen.contains($0) ? nil : $0 }
  }
}
