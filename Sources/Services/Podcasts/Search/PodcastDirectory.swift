import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

/// Finds podcasts in directories: the iTunes Store, which needs no key, and Podcast Index, where the app has
/// one. What is inside of a podcast its own feed tells.
public struct PodcastDirectory: SearchableCatalog {
  private static let mostResults = 200

  /// Who fetches feeds.
  public let client: PodcastClient
  /// The iTunes Store.
  public let store: ITunesSearchClient
  /// Podcast Index; `nil`: it is not asked.
  public let index: PodcastIndexClient?

  /// Makes a directory.
  public init(
    client: PodcastClient,
    store: ITunesSearchClient,
    index: PodcastIndexClient? = nil
  ) {
    self.client = client
    self.store = store
    self.index = index
  }

  /// Podcasts.
  public var service: CatalogService { .podcasts }
  /// Shows and episodes.
  public var searchableKinds: Set<MusicLink.Kind> { [.show, .episode] }

  /// Searches for shows or episodes. Shows of Podcast Index follow those of the store that are not the same;
  /// where one of the two can't be asked, the other one answers.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let limit = min(max(limit, 1), Self.mostResults)
    switch kind {
    case .show: return try await shows(term, limit: limit)
    case .episode:
      let found = try await found(term, entity: "podcastEpisode", limit: limit)
      return CatalogPage(
        found.items.compactMap { CatalogEntry(episode: $0.record.fields) },
        unreadableCount: found.unreadable.count
      )
    default: throw CatalogError.notSearchable(kind, at: .podcasts)
    }
  }

  /// The episodes of a show.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard link.kind == .show else { throw CatalogError.nothingInside(link.kind, at: .podcasts) }
    let feed = try await feed(of: link)
    return CatalogPage(feed.episodes.prefix(max(1, limit)).map { CatalogEntry($0, of: feed, link) })
  }

  /// The feed that a link to a show or an episode leads to.
  func feed(of link: MusicLink) async throws -> PodcastFeed {
    let place = try PodcastLinks.place(of: link)
    switch place.show {
    case .feed(let url): return try await client.feed(at: url)
    case .store(let id):
      let found = try await store.lookUp(ITunes.LookUp(.ids([id])))
      guard let fields = found.items.first?.record.fields,
        let url = FeedAddress.url(fields["feedUrl"]?.string, base: nil)
      else {
        throw CatalogError(.notFound, "The store names no feed of this.", service: .podcasts)
      }
      return try await client.feed(at: url)
    }
  }

  private func found(
    _ term: String,
    entity: String,
    limit: Int
  ) async throws -> ITunes.Results {
    try await store.search(
      ITunes.Search(term, media: .podcast, entity: .init(rawValue: entity), limit: limit)
    )
  }

  private func shows(_ term: String, limit: Int) async throws -> CatalogPage {
    async let ofIndex = index?.search(term, limit: limit)
    var entries: [CatalogEntry] = []
    var unreadable = 0
    var failure: (any Error)?
    do {
      let found = try await found(term, entity: "podcast", limit: limit)
      entries = found.items.compactMap { CatalogEntry(show: $0.record.fields) }
      unreadable = found.unreadable.count
    } catch {
      failure = error
    }
    do {
      let known = Set(entries.compactMap(Self.feedID))
      let more = (try await ofIndex ?? []).compactMap { CatalogEntry($0) }
      entries += more.filter { !known.contains(Self.feedID($0) ?? "") }
      failure = index == nil ? failure : nil
    } catch {
      if failure == nil, entries.isEmpty { failure = error }
    }
    if let failure, entries.isEmpty { throw failure }
    return CatalogPage(Array(entries.prefix(limit)), unreadableCount: unreadable)
  }

  private static func feedID(_ entry: CatalogEntry) -> String? {
    guard case .feed(let url)? = try? PodcastLinks.place(of: entry.link).show else { return nil }
    return PodcastFeed.id(of: url)
  }
}

extension CatalogEntry {
  /// A show as the store tells it; `nil` where it names no feed.
  init?(show fields: [String: JSONValue]) {
    guard let url = FeedAddress.url(fields["feedUrl"]?.string, base: nil) else { return nil }
    let link = MusicLink(service: .podcasts, kind: .show, id: url.absoluteString)
    self.init(link, item: PodcastLinks.item(link), title: fields["collectionName"]?.string)
    artist = fields["artistName"]?.string
    isExplicit = Self.isExplicit(fields["collectionExplicitness"])
    artworkURL = URL(page: (fields["artworkUrl600"] ?? fields["artworkUrl100"])?.string)
  }

  /// An episode as the store tells it; `nil` where it names no feed or no guid.
  init?(episode fields: [String: JSONValue]) {
    guard let url = FeedAddress.url(fields["feedUrl"]?.string, base: nil),
      let guid = fields["episodeGuid"]?.string.flatMap(FeedWords.identity)
    else { return nil }
    let link = PodcastLinks.episode(guid, of: url)
    self.init(link, item: PodcastLinks.item(link), title: fields["trackName"]?.string)
    artist = fields["artistName"]?.string
    album = fields["collectionName"]?.string
    duration = fields["trackTimeMillis"]?.int.flatMap { Duration.milliseconds($0).ifPlausible }
    isExplicit = Self.isExplicit(fields["contentAdvisoryRating"])
    artworkURL = URL(page: (fields["artworkUrl600"] ?? fields["artworkUrl160"])?.string)
  }

  /// A show as Podcast Index tells it.
  init?(_ feed: PodcastIndex.Feed) {
    guard let url = FeedAddress.url(feed.url, base: nil), feed.dead != 1 else { return nil }
    let link = MusicLink(service: .podcasts, kind: .show, id: url.absoluteString)
    self.init(link, item: PodcastLinks.item(link), title: feed.title)
    artist = feed.author
    isExplicit = feed.explicit
    artworkURL = URL(page: feed.image ?? feed.artwork)
  }

  /// An episode as its feed tells it.
  init(_ episode: PodcastEpisode, of feed: PodcastFeed, _ show: MusicLink) {
    let link = episode.guid.flatMap { guid in
      feed.address.map { PodcastLinks.episode(guid, of: $0) }
    }
    self.init(
      link ?? MusicLink(service: .podcasts, kind: .episode, id: episode.id),
      item: link.map(PodcastLinks.item),
      metadata: TrackMetadata(episode, of: feed)
    )
  }

  private static func isExplicit(_ value: JSONValue?) -> Bool? {
    switch value?.string?.lowercased() {
    case "explicit": true
    case "cleaned", "notexplicit", "clean": false
    default: nil
    }
  }
}
