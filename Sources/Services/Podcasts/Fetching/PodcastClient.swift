import Foundation
import HTTPFetching
import HTTPTypes
import Locking
import MusicCatalog

/// Fetches podcasts' feeds, and the files that they name.
///
/// What an app or its user names may lie anywhere. What a feed of a server on the Internet names (a page, a
/// transcript, an episode) lies on the Internet, too: it leads to nothing on this machine, or in the network
/// around it, unless `reach` allows that.
///
/// May be used on any thread, any number of times at once. It remembers addresses of feeds and the last
/// few feeds, in memory alone.
public final class PodcastClient: Sendable {
  /// So many feeds are remembered whole, and so many by their addresses.
  private static let mostFeeds = 4
  private static let mostAddresses = 10_000

  private struct Kept {
    var feed: PodcastFeed
    var date: Date
  }

  private struct State {
    var feeds: [Kept] = []
    var addresses: [String: URL] = [:]
  }

  let fetcher: FeedFetcher
  private let clock: any CatalogClock
  private let address: @Sendable (String) async -> URL?
  private let state = Locked(State())

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - reach: which addresses may be asked.
  ///   - timeout: how long each answer may take as a whole.
  ///   - address: the address of a feed by its ``PodcastFeed/id``: for episodes of private feeds that come
  ///     from a store, which keeps no address of them. `nil`: the app does not know it.
  public init(
    reach: NetworkTransport.Reach = .publicWhereLed,
    timeout: Duration = .seconds(60),
    clock: any CatalogClock = SystemCatalogClock(),
    address: @escaping @Sendable (_ id: String) async -> URL? = { _ in nil }
  ) {
    let addresses: AddressReach =
      switch reach {
      case .everywhere: .everywhere
      case .publicWhereLed: .publicWhereLed
      case .publicAlone: .publicAlone
      }
    fetcher = FeedFetcher(
      network: NetworkTransport(reach: reach, clock: clock),
      reach: addresses,
      timeout: timeout
    )
    self.clock = clock
    self.address = address
  }

  /// Asks for a feed.
  ///
  /// - Parameters:
  ///   - id: the identity that the feed had at an earlier address; `nil`: made of this one.
  ///   - isPrivate: `nil`: where the address has a query or a user.
  ///   - version: that of the copy that the app has: then the feed comes only if it is another one.
  /// - Throws: `CatalogError`; ``MusicCatalog/CatalogError/isGone`` where the feed has ended for good.
  public func fetch(
    _ address: URL,
    id: String? = nil,
    isPrivate: Bool? = nil,
    unlike version: PodcastFeedVersion? = nil
  ) async throws -> PodcastFetch {
    try await fetch(address, id: id, isPrivate: isPrivate, unlike: version, reach: fetcher.reach)
  }

  private func fetch(
    _ address: URL,
    id: String?,
    isPrivate: Bool?,
    unlike version: PodcastFeedVersion?,
    reach: AddressReach
  ) async throws -> PodcastFetch {
    guard address.isHTTP else { throw Self.noAddress }
    let id = id ?? PodcastFeed.id(of: address)
    var fields = Self.accept
    fields[.ifNoneMatch] = version?.entityTag
    fields[.ifModifiedSince] = version?.lastModified
    let answer = try await fetcher.answer(
      from: address,
      fields: fields,
      reach: reach,
      largest: PodcastFeed.largestSize
    )
    let now = answer.reply.response.headerFields
    let tag = now[.eTag] ?? (answer.isUnchanged ? version?.entityTag : nil)
    let modified = now[.lastModified] ?? (answer.isUnchanged ? version?.lastModified : nil)
    var result = PodcastFetch(newAddress: answer.newAddress)
    if tag != nil || modified != nil {
      result.version = PodcastFeedVersion(entityTag: tag, lastModified: modified)
    }
    state.withLock { state in
      if state.addresses.count >= Self.mostAddresses { state.addresses = [:] }
      state.addresses[id] = address
    }
    guard !answer.isUnchanged else { return result }
    let feed = try answer.feed(id: id, isPrivate: isPrivate ?? PodcastFeed.mayHoldSecret(address))
    // A feed that leads to itself has not moved.
    if let new = feed.newAddress, new != address, new != answer.url { result.newAddress = new }
    result.feed = feed
    return result
  }

  /// The feed as it is now. One that has moved and holds nothing any more is asked for where it is; of one in
  /// pages all are read.
  ///
  /// - Parameter mostPages: how many pages are read at most.
  public func feed(
    at address: URL,
    id: String? = nil,
    isPrivate: Bool? = nil,
    mostPages: Int = 50
  ) async throws -> PodcastFeed {
    let id = id ?? PodcastFeed.id(of: address)
    var address = address
    var reach = fetcher.reach
    for _ in 0..<4 {
      let fetch = try await fetch(
        address,
        id: id,
        isPrivate: isPrivate,
        unlike: nil,
        reach: reach
      )
      guard let feed = fetch.feed else { break }
      if feed.episodes.isEmpty, let new = feed.newAddress, new != address {
        (address, reach) = (new, feed.addressReach(reach))
        continue
      }
      let whole = try await whole(feed, mostPages: mostPages)
      keep(whole)
      return whole
    }
    throw CatalogError(
      .blockedRedirect,
      "The feed led from one place to the next too often.",
      service: .podcasts
    )
  }

  /// The next page of a feed in pages; `nil` where this is the last.
  public func nextPage(of feed: PodcastFeed) async throws -> PodcastFeed? {
    guard let next = feed.nextPage else { return nil }
    let answer = try await fetcher.answer(
      from: next,
      fields: Self.accept,
      reach: feed.addressReach(fetcher.reach),
      largest: PodcastFeed.largestSize
    )
    return try answer.feed(id: feed.id, isPrivate: feed.isPrivate)
  }

  /// A file that an episode names: a transcript, chapters.
  func file(_ url: URL, reach: AddressReach, largest: Int) async throws -> HTTPReply {
    try await fetcher.answer(from: url, reach: reach, largest: largest).reply
  }

  /// A feed by its identity: from memory where it was read a minute ago; else its server is asked.
  ///
  /// - Parameter address: its address, where the caller knows it.
  func feed(_ id: String, address: URL?, isFresh: Bool = false) async throws -> PodcastFeed {
    let kept = state.withLock { $0.feeds.first { $0.feed.id == id } }
    if let kept, !isFresh, clock.date.timeIntervalSince(kept.date) < 60 { return kept.feed }
    var known = address ?? state.withLock { $0.addresses[id] }
    if known == nil { known = await self.address(id) }
    guard let known else {
      throw CatalogError(
        .missingCredential,
        "The address of the private feed is not known.",
        service: .podcasts
      )
    }
    return try await feed(at: known, id: id, isPrivate: kept?.feed.isPrivate)
  }

  /// What was read of a feed may be out of date: the next one who needs it has it read anew.
  func forget(_ id: String) {
    state.withLock { $0.feeds.removeAll { $0.feed.id == id } }
  }

  // MARK: - Pages

  private func whole(_ feed: PodcastFeed, mostPages: Int) async throws -> PodcastFeed {
    var whole = feed
    var page = feed
    var seen: Set<URL> = [feed.address, feed.firstPage].reduce(into: []) { seen, url in
      if let url { seen.insert(url) }
    }
    var ids = Set(feed.episodes.map(\.id))
    for _ in 1..<max(1, mostPages) {
      guard let next = page.nextPage, seen.insert(next).inserted,
        whole.episodes.count < FeedBuilder.mostEpisodes
      else { break }
      guard let following = try await nextPage(of: page) else { break }
      // The list may have moved on between two pages.
      let new = following.episodes.filter { ids.insert($0.id).inserted }
      whole.omittedCount += following.omittedCount + following.episodes.count - new.count
      whole.episodes += new.prefix(FeedBuilder.mostEpisodes - whole.episodes.count)
      page = following
    }
    whole.nextPage = page.nextPage.flatMap { seen.contains($0) ? nil : $0 }
    return whole
  }

  private func keep(_ feed: PodcastFeed) {
    let kept = Kept(feed: feed, date: clock.date)
    state.withLock { state in
      state.feeds.removeAll { $0.feed.id == feed.id }
      state.feeds.insert(kept, at: 0)
      if state.feeds.count > Self.mostFeeds { state.feeds.removeLast() }
    }
  }

  private static var accept: HTTPFields {
    var fields = HTTPFields()
    fields[.accept] =
      "application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.9, */*;q=0.5"
    return fields
  }

  private static var noAddress: CatalogError {
    CatalogError(
      .invalidArgument,
      "A feed has an address of http or https.",
      service: .podcasts
    )
  }
}

extension FeedFetcher.Answer {
  var isUnchanged: Bool { reply.response.status.code == 304 }

  /// The encoding as the server says it.
  private var charset: String? {
    let type = reply.response.headerFields[.contentType] ?? ""
    guard let mark = type.lowercased().firstRange(of: "charset=") else { return nil }
    let name = type[mark.upperBound...].prefix { $0 != ";" }
    return name.trimmingCharacters(in: CharacterSet(charactersIn: "\"' \t"))
  }

  func feed(id: String, isPrivate: Bool) throws -> PodcastFeed {
    var feed = try PodcastFeed(
      reply.body,
      address: url,
      charset: charset,
      id: id,
      isPrivate: isPrivate || PodcastFeed.mayHoldSecret(url)
    )
    feed.leadsAnywhere = reach != .publicAlone
    return feed
  }
}

extension PodcastFeed {
  /// The reach of what it names.
  func addressReach(_ own: AddressReach) -> AddressReach { leadsAnywhere ? own : .publicAlone }
}
