import Foundation
import PlayerKit
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSystem

/// Finds podcasts in directories: the iTunes Store, which needs no key, and Podcast Index if the
/// app has a key. The contents of a podcast come from its own feed.
public struct PodcastDirectory: SearchableCatalog {
  private static let maximumResults = 200

  /// The client that fetches feeds.
  public let client: PodcastClient
  /// The iTunes Store.
  public let store: ITunesSearchClient
  /// Podcast Index; `nil` to leave it out.
  public let index: PodcastIndexClient?
  /// Whether feed addresses are untrusted. If so, they must be on the Internet.
  private var isRestricted = false

  /// Creates a directory.
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

  /// Searches for shows or episodes. Podcast Index's shows follow the store's, without duplicates.
  /// If one of the two fails, the other's results are returned.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let limit = min(max(limit, 1), Self.maximumResults)
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

  /// Returns the episodes of a show in the feed's order. Fetches further pages of its feed on
  /// demand.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard link.kind == .show else { throw CatalogError.nothingInside(link.kind, at: .podcasts) }
    let feed = try await client.firstPage(at: try await place(of: link).feed)
    let pages = FeedPages(feed)
    return page(pages, pages.feed.episodes[...], limit: max(1, limit), of: link)
  }

  /// - Parameter episodes: The episodes that were read but not returned yet.
  private func page(
    _ pages: FeedPages,
    _ episodes: ArraySlice<PodcastEpisode>,
    limit: Int,
    of link: MusicLink
  ) -> CatalogPage {
    let entries = episodes.prefix(limit).map { CatalogEntry($0, of: pages.feed, link) }
    let rest = episodes.dropFirst(limit)
    return CatalogPage(entries) {
      guard rest.isEmpty else { return page(pages, rest, limit: limit, of: link) }
      guard let next = try await client.nextPage(of: pages.feed) else { return nil }
      var pages = pages
      let new = pages.add(next)
      return new.isEmpty ? nil : page(pages, new[...], limit: limit, of: link)
    }
  }

  /// The target of a link to a show or an episode.
  struct Place: Sendable {
    var feed: FeedPlace
    /// Matches the episode; `nil` for the whole show.
    var episode: (@Sendable (PodcastEpisode) -> Bool)?
  }

  /// A copy for untrusted links.
  var restricted: PodcastDirectory {
    var copy = self
    copy.isRestricted = true
    return copy
  }

  /// Returns the target of a link. Asks the store for the feed if the link does not name it.
  func place(of link: MusicLink) async throws -> Place {
    let named = try PodcastLinks.place(of: link)
    switch named.show {
    case .feed(let url):
      let feed = isRestricted ? client.restrictedPlace(url) : client.place(url)
      return Place(feed: feed, episode: named.guid.map(Self.isCalled))
    case .store(let id):
      // The store returns the last 200 episodes of a show, but cannot look up a single one by
      // number.
      let isOfEpisode = named.number != nil
      let found = try await store.lookUp(
        ITunes.LookUp(
          .ids([id]),
          entity: isOfEpisode ? .init(rawValue: "podcastEpisode") : nil,
          limit: isOfEpisode ? 199 : nil
        )
      )
      guard let fields = found.items.first?.record.fields,
        let url = FeedAddress.url(fields["feedUrl"]?.string, base: nil)
      else {
        throw CatalogError(.notFound, "The store names no feed of this.", service: .podcasts)
      }
      let feed = client.listedPlace(url)
      guard let number = named.number else {
        return Place(feed: feed, episode: named.guid.map(Self.isCalled))
      }
      let episode = found.children.first { $0.id == number }?.record.fields
      let media = FeedAddress.url(episode?["episodeUrl"]?.string, base: nil)
      if let guid = episode?["episodeGuid"]?.string.flatMap(FeedWords.identity) {
        return Place(feed: feed, episode: Self.isCalled(guid))
      }
      guard let media else {
        throw CatalogError(
          .notFound,
          "The store does not name this episode among the last ones of the show.",
          service: .podcasts
        )
      }
      return Place(feed: feed) { $0.media.contains { $0.url == media } }
    }
  }

  private static func isCalled(_ guid: String) -> @Sendable (PodcastEpisode) -> Bool {
    { $0.guid == guid || $0.id == guid }
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
  /// Creates an entry from the store's data of a show; `nil` if it names no feed.
  init?(show fields: [String: JSONValue]) {
    guard let url = FeedAddress.url(fields["feedUrl"]?.string, base: nil) else { return nil }
    let link = MusicLink(service: .podcasts, kind: .show, id: url.absoluteString)
    self.init(link, item: PodcastLinks.item(link), title: fields["collectionName"]?.string)
    artist = fields["artistName"]?.string
    isExplicit = Self.isExplicit(fields["collectionExplicitness"])
    artworkURL = URL(page: (fields["artworkUrl600"] ?? fields["artworkUrl100"])?.string)
  }

  /// Creates an entry from the store's data of an episode; `nil` if it lacks a feed or guid.
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

  /// Creates an entry from Podcast Index's data of a show.
  init?(_ feed: PodcastIndex.Feed) {
    guard let url = FeedAddress.url(feed.url, base: nil), feed.dead != 1 else { return nil }
    let link = MusicLink(service: .podcasts, kind: .show, id: url.absoluteString)
    self.init(link, item: PodcastLinks.item(link), title: feed.title)
    artist = feed.author
    isExplicit = feed.explicit
    artworkURL = URL(page: feed.image ?? feed.artwork)
  }

  /// Creates an entry from a feed's data of an episode.
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
