import Foundation
import HTTPTypes
import Logging
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Fetches feeds of podcasts, and the files that they name.
///
/// Addresses from an app or its user may be on any network. Addresses in a feed from the Internet
/// (pages, transcripts, episodes) must be on the Internet, too. They cannot lead to this machine or
/// its local network, unless `reach` allows that.
///
/// May be used on any thread, any number of times at once. Remembers addresses of feeds and the
/// last few feeds, in memory only.
public final class PodcastClient: Sendable {
  /// The maximum numbers of feeds and of addresses in memory.
  private static let maximumFeeds = 4
  private static let maximumAddresses = 10_000
  /// The maximum number of pages to read of a feed, and the maximum time for that.
  private static let maximumPages = 50
  private static let longestReading = Duration.seconds(120)

  private struct Kept {
    var pages: FeedPages
    var date: Date
  }

  private struct State {
    var feeds: [Kept] = []
    var addresses: [String: URL] = [:]
    /// The running read of each feed. Other callers wait for it and use its result.
    var turns: [String: Promise<Void>] = [:]
  }

  let fetcher: FeedFetcher
  private let clock: any PlaybackClock
  private let address: @Sendable (String) async -> URL?
  private let state = Locked(State())

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - clock: The clock, which tests replace.
  ///   - network: The transport; `nil` for a ``PlayerKitHTTP/NetworkTransport``. If another
  ///     transport follows redirects itself, permanent redirects go unnoticed.
  ///   - reach: The addresses that may be requested.
  ///   - timeout: The maximum time for each whole answer.
  ///   - logger: Logs requests at level `debug`, with their hosts only.
  ///   - address: Returns the address of a feed by its ``PodcastFeed/id``, or `nil` if unknown.
  ///     Needed for stored episodes of private feeds, because stores never keep those addresses.
  public init(
    network: (any HTTPTransport)? = nil,
    reach: NetworkTransport.Reach = .publicAfterRedirect,
    timeout: Duration = .seconds(60),
    clock: any PlaybackClock = SystemPlaybackClock(),
    logger: Logger = Logger(label: "PlayerKitServices"),
    address: @escaping @Sendable (_ id: String) async -> URL? = { _ in nil }
  ) {
    fetcher = FeedFetcher(
      network: network ?? NetworkTransport(reach: reach, clock: clock),
      reach: reach,
      timeout: timeout,
      clock: clock,
      logger: logger
    )
    self.clock = clock
    self.address = address
  }

  /// Fetches a feed.
  ///
  /// - Parameters:
  ///   - address: The address of the feed.
  ///   - id: The feed's id from an earlier address; `nil` to derive it from this one.
  ///   - isPrivate: Whether addresses may hold secrets; `nil` to decide by the address.
  ///   - version: The version of the app's copy. The feed is only returned if it differs.
  /// - Throws: `CatalogError`. If the feed has permanently ended,
  ///   ``PlayerKitHTTP/CatalogError/isGone`` is `true`.
  public func fetch(
    _ address: URL,
    id: String? = nil,
    isPrivate: Bool? = nil,
    unlike version: PodcastFeedVersion? = nil
  ) async throws -> PodcastFetch {
    let place = FeedPlace(url: address, id: id, isPrivate: isPrivate, reach: fetcher.reach)
    return try await fetch(place, unlike: version)
  }

  private func fetch(
    _ place: FeedPlace,
    unlike version: PodcastFeedVersion? = nil
  ) async throws -> PodcastFetch {
    guard place.url.isHTTP else { throw Self.noAddress }
    var fields = Self.accept
    fields[.ifNoneMatch] = version?.entityTag
    fields[.ifModifiedSince] = version?.lastModified
    let answer = try await fetcher.answer(
      from: place.url,
      fields: fields,
      reach: place.reach,
      largest: PodcastFeed.largestSize,
      refusesMedia: true
    )
    let now = answer.reply.response.headerFields
    let tag = now[.eTag] ?? (answer.isUnchanged ? version?.entityTag : nil)
    let modified = now[.lastModified] ?? (answer.isUnchanged ? version?.lastModified : nil)
    func allowed(_ new: URL?) -> URL? {
      new.flatMap {
        let mayMove = PodcastFeed.mayMove(
          from: place.url,
          to: $0,
          leadsAnywhere: answer.leadsAnywhere
        )
        return mayMove ? $0 : nil
      }
    }
    var result = PodcastFetch(newAddress: allowed(answer.newAddress))
    if tag != nil || modified != nil {
      result.version = PodcastFeedVersion(entityTag: tag, lastModified: modified)
    }
    // A temporary redirect does not move the feed.
    let address = result.newAddress ?? place.url
    state.withLock { state in
      if state.addresses.count >= Self.maximumAddresses { state.addresses = [:] }
      state.addresses[place.id] = address
    }
    guard !answer.isUnchanged else { return result }
    let feed = try answer.feed(at: address, place)
    // A feed that names its own address has not moved.
    if let new = feed.newAddress, new != place.url {
      result.newAddress = allowed(new) ?? result.newAddress
    }
    result.feed = feed
    return result
  }

  /// Returns the current feed. If it has moved and is empty, returns the feed at the new address.
  /// Reads all pages of a paged feed, for at most two minutes. If there are more, `nextPage` is
  /// set.
  ///
  /// - Parameter address: The address of the feed.
  /// - Parameter id: The stable id of the podcast. `nil` uses the feed's own.
  /// - Parameter isPrivate: Whether the address is a secret. `nil` decides by the address.
  /// - Parameter maximumPages: The maximum number of pages to read.
  public func feed(
    at address: URL,
    id: String? = nil,
    isPrivate: Bool? = nil,
    maximumPages: Int = 50
  ) async throws -> PodcastFeed {
    let place = FeedPlace(url: address, id: id, isPrivate: isPrivate, reach: fetcher.reach)
    return try await feed(at: place, maximumPages: maximumPages)
  }

  /// Returns the current feed at a place.
  func feed(at place: FeedPlace, maximumPages: Int = maximumPages) async throws -> PodcastFeed {
    try await alone(place.id) {
      let first = FeedPages(try await firstPage(at: place))
      return try await whole(first, maximumPages: maximumPages, until: { _ in false }).feed
    }
  }

  /// Returns the place of a feed from a directory. It must be on the Internet and is not private.
  func listedPlace(_ address: URL) -> FeedPlace {
    let reach: NetworkScope = fetcher.reach == .everywhere ? .everywhere : .publicAlone
    return FeedPlace(url: address, id: nil, isPrivate: false, reach: reach)
  }

  /// Returns the place of a feed from an untrusted source. It must be on the Internet, even if the
  /// app allows its user more.
  func restrictedPlace(_ address: URL) -> FeedPlace {
    FeedPlace(url: address, id: nil, isPrivate: nil, reach: .publicAlone)
  }

  /// Returns the place of a feed that the user named.
  func place(_ address: URL) -> FeedPlace {
    FeedPlace(url: address, id: nil, isPrivate: nil, reach: fetcher.reach)
  }

  /// Returns the first page of a feed.
  func firstPage(at place: FeedPlace) async throws -> PodcastFeed {
    var place = place
    for _ in 0..<4 {
      let fetch = try await fetch(place)
      guard let feed = fetch.feed else { break }
      guard feed.episodes.isEmpty, let new = fetch.newAddress, new != place.url else {
        keep(FeedPages(feed))
        return feed
      }
      (place.url, place.reach) = (new, feed.addressReach(place.reach))
    }
    throw CatalogError(
      .blockedRedirect,
      "The feed's server redirected too often.",
      service: .podcasts
    )
  }

  /// Returns the next page of a paged feed; `nil` if this is the last.
  public func nextPage(of feed: PodcastFeed) async throws -> PodcastFeed? {
    guard let next = feed.nextPage else { return nil }
    let answer = try await fetcher.answer(
      from: next,
      fields: Self.accept,
      reach: feed.addressReach(fetcher.reach),
      largest: PodcastFeed.largestSize,
      refusesMedia: true
    )
    return try answer.feed(
      at: next,
      FeedPlace(url: next, id: feed.id, isPrivate: feed.isPrivate, reach: fetcher.reach)
    )
  }

  /// Returns a file that an episode names: a transcript or chapters.
  func file(_ url: URL, reach: NetworkScope, largest: Int) async throws -> HTTPTransportResponse {
    try await fetcher.answer(from: url, reach: reach, largest: largest).reply
  }

  // MARK: - Episodes

  /// Returns an episode, and the feed with the pages read so far. Reads pages until the episode is
  /// found. Uses pages from memory if they are at most a minute old.
  ///
  /// - Parameter isFresh: Whether to fetch the feed in any case.
  /// - Returns: `nil` if the feed does not contain the episode.
  func episode(
    of place: FeedPlace,
    isFresh: Bool = false,
    where isWanted: @Sendable (PodcastEpisode) -> Bool
  ) async throws -> (episode: PodcastEpisode, feed: PodcastFeed)? {
    try await alone(place.id) {
      let known = isFresh ? nil : kept(place.id)
      let pages =
        if let known { known } else { FeedPages(try await firstPage(at: place)) }
      let feed = try await whole(pages, maximumPages: Self.maximumPages, until: isWanted).feed
      return feed.episodes.first(where: isWanted).map { ($0, feed) }
    }
  }

  /// Returns the place of a feed by its id.
  ///
  /// - Parameter address: The feed's address, if the caller knows it.
  /// - Throws: `missingCredential` if the address is unknown.
  func place(of id: String, address: URL?) async throws -> FeedPlace {
    var known = address ?? state.withLock { $0.addresses[id] }
    if known == nil { known = await self.address(id) }
    guard let known else {
      throw CatalogError(
        .missingCredential,
        """
        The episode is of a private feed, whose address no store keeps. Open the feed again, or name it \
        in the app's file of private feeds.
        """,
        service: .podcasts
      )
    }
    let isPrivate = state.withLock { state in
      state.feeds.first { $0.pages.feed.id == id }?.pages.feed.isPrivate
    }
    return FeedPlace(url: known, id: id, isPrivate: isPrivate, reach: fetcher.reach)
  }

  /// Returns the header fields with the feed's user and password, for media on the feed's own
  /// server. Empty for other servers and other feeds.
  func credentials(for url: URL, of id: String) -> [String: String] {
    guard let feed = state.withLock({ $0.addresses[id] }),
      let authorization = feed.basicAuthorization,
      url.user() == nil || url.user() == feed.user(),
      feed.hasSameOrigin(as: url)
    else { return [:] }
    return ["Authorization": authorization]
  }

  /// Forgets a feed that may be outdated, so that the next caller reads it again.
  func forget(_ id: String) {
    state.withLock { $0.feeds.removeAll { $0.pages.feed.id == id } }
  }

  // MARK: - Memory

  /// Runs work on a feed when no other work on it runs.
  private func alone<Value>(
    _ id: String,
    _ body: () async throws -> Value
  ) async throws -> Value {
    let turn = Promise<Void>()
    let before = state.withLock { state in
      defer { state.turns[id] = turn }
      return state.turns[id]
    }
    defer {
      state.withLock { if $0.turns[id] === turn { $0.turns[id] = nil } }
      turn.finish(.success(()))
    }
    try await before?.value()
    return try await body()
  }

  private func whole(
    _ first: FeedPages,
    maximumPages: Int,
    until isEnough: (PodcastEpisode) -> Bool
  ) async throws -> FeedPages {
    var pages = first
    guard !pages.feed.episodes.contains(where: isEnough) else { return pages }
    let end = clock.uptime + Self.longestReading
    for _ in 1..<max(1, maximumPages) {
      guard clock.uptime < end, let page = try await nextPage(of: pages.feed) else { break }
      let new = pages.add(page)
      keep(pages)
      if new.contains(where: isEnough) { break }
    }
    return pages
  }

  private func kept(_ id: String) -> FeedPages? {
    let now = clock.date
    return state.withLock { state in
      state.feeds.first { $0.pages.feed.id == id && now.timeIntervalSince($0.date) < 60 }?.pages
    }
  }

  private func keep(_ pages: FeedPages) {
    let date = clock.date
    state.withLock { state in
      let id = pages.feed.id
      // Reading more pages does not make the first page newer.
      let old = state.feeds.first { $0.pages.feed.id == id }
      let isLonger = old.map { $0.pages.feed.episodes.count < pages.feed.episodes.count } ?? false
      state.feeds.removeAll { $0.pages.feed.id == id }
      state.feeds.insert(Kept(pages: pages, date: isLonger ? old?.date ?? date : date), at: 0)
      if state.feeds.count > Self.maximumFeeds { state.feeds.removeLast() }
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

  private var charset: String? {
    reply.response.headerFields[.contentType].flatMap(FeedEncoding.charset)
  }

  /// Whether addresses in the feed may be on any network.
  var leadsAnywhere: Bool { reach != .publicAlone }

  func feed(at address: URL, _ place: FeedPlace) throws -> PodcastFeed {
    let isPrivate =
      place.isPrivate
      ?? (PodcastFeed.mayHoldSecret(place.url) || PodcastFeed.mayHoldSecret(url))
    var feed = try PodcastFeed(
      reply.body,
      address: address,
      base: url,
      charset: charset,
      id: place.id,
      isPrivate: isPrivate
    )
    feed.leadsAnywhere = leadsAnywhere
    return feed
  }
}
