import Foundation
import PlayerKitHTTP
import HTTPTypes
import PlayerKitSystem
import Logging
import PlayerKitServices

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
  /// So many pages of a feed are read, and for so long.
  private static let mostPages = 50
  private static let longestReading = Duration.seconds(120)

  private struct Kept {
    var pages: FeedPages
    var date: Date
  }

  private struct State {
    var feeds: [Kept] = []
    var addresses: [String: URL] = [:]
    /// Who reads which feed: the others wait, and find it read.
    var turns: [String: Promise<Void>] = [:]
  }

  let fetcher: FeedFetcher
  private let clock: any CatalogClock
  private let address: @Sendable (String) async -> URL?
  private let state = Locked(State())

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - network: what requests go by; `nil`: a ``PlayerKitServices/NetworkTransport``. Another one may follow
  ///     redirects by itself. Then no feed is known to have moved by one.
  ///   - reach: which addresses may be asked.
  ///   - timeout: how long each answer may take as a whole.
  ///   - logger: where requests are noted, at the level `debug`, by their hosts alone.
  ///   - address: the address of a feed by its ``PodcastFeed/id``: for episodes of private feeds that come
  ///     from a store, which keeps no address of them. `nil`: the app does not know it.
  public init(
    network: (any HTTPTransport)? = nil,
    reach: NetworkTransport.Reach = .publicAfterRedirect,
    timeout: Duration = .seconds(60),
    clock: any CatalogClock = SystemCatalogClock(),
    logger: Logger = Logger(label: "PlayerKitServices"),
    address: @escaping @Sendable (_ id: String) async -> URL? = { _ in nil }
  ) {
    let addresses: NetworkScope =
      switch reach {
      case .everywhere: .everywhere
      case .publicAfterRedirect: .publicAfterRedirect
      case .publicAlone: .publicAlone
      }
    fetcher = FeedFetcher(
      network: network ?? NetworkTransport(reach: reach, clock: clock),
      reach: addresses,
      timeout: timeout,
      clock: clock,
      logger: logger
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
  /// - Throws: `CatalogError`; ``PlayerKitServices/CatalogError/isGone`` where the feed has ended for good.
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
    // Where a server leads for now is not where the feed is.
    let address = result.newAddress ?? place.url
    state.withLock { state in
      if state.addresses.count >= Self.mostAddresses { state.addresses = [:] }
      state.addresses[place.id] = address
    }
    guard !answer.isUnchanged else { return result }
    let feed = try answer.feed(at: address, place)
    // A feed that names the place where it was asked for has not moved.
    if let new = feed.newAddress, new != place.url {
      result.newAddress = allowed(new) ?? result.newAddress
    }
    result.feed = feed
    return result
  }

  /// The feed as it is now. One that has moved and holds nothing any more is asked for where it is; of one in
  /// pages all are read, for two minutes at most: `nextPage` says whether there are more.
  ///
  /// - Parameter mostPages: how many pages are read at most.
  public func feed(
    at address: URL,
    id: String? = nil,
    isPrivate: Bool? = nil,
    mostPages: Int = 50
  ) async throws -> PodcastFeed {
    let place = FeedPlace(url: address, id: id, isPrivate: isPrivate, reach: fetcher.reach)
    return try await feed(at: place, mostPages: mostPages)
  }

  /// The same of a feed at a place.
  func feed(at place: FeedPlace, mostPages: Int = mostPages) async throws -> PodcastFeed {
    try await alone(place.id) {
      let first = FeedPages(try await firstPage(at: place))
      return try await whole(first, mostPages: mostPages, until: { _ in false }).feed
    }
  }

  /// Where a feed is that a directory named: it leads to the Internet alone, and is no secret.
  func listedPlace(_ address: URL) -> FeedPlace {
    let reach: NetworkScope = fetcher.reach == .everywhere ? .everywhere : .publicAlone
    return FeedPlace(url: address, id: nil, isPrivate: false, reach: reach)
  }

  /// Where a feed is that a stranger named: it leads to the Internet alone, also where the app allows its user more.
  func strangersPlace(_ address: URL) -> FeedPlace {
    FeedPlace(url: address, id: nil, isPrivate: nil, reach: .publicAlone)
  }

  /// Where a feed is that the user named.
  func place(_ address: URL) -> FeedPlace {
    FeedPlace(url: address, id: nil, isPrivate: nil, reach: fetcher.reach)
  }

  /// The first page of a feed.
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
      largest: PodcastFeed.largestSize,
      refusesMedia: true
    )
    return try answer.feed(
      at: next,
      FeedPlace(url: next, id: feed.id, isPrivate: feed.isPrivate, reach: fetcher.reach)
    )
  }

  /// A file that an episode names: a transcript, chapters.
  func file(_ url: URL, reach: NetworkScope, largest: Int) async throws -> HTTPReply {
    try await fetcher.answer(from: url, reach: reach, largest: largest).reply
  }

  // MARK: - Episodes

  /// An episode of a feed, and the feed as far as it was read for it. Pages are read until the episode is
  /// there. What was read a minute ago is taken from memory.
  ///
  /// - Parameter isFresh: whether the feed is asked for in any case.
  /// - Returns: `nil` where the feed does not have it.
  func episode(
    of place: FeedPlace,
    isFresh: Bool = false,
    where isWanted: @Sendable (PodcastEpisode) -> Bool
  ) async throws -> (episode: PodcastEpisode, feed: PodcastFeed)? {
    try await alone(place.id) {
      let known = isFresh ? nil : kept(place.id)
      let pages =
        if let known { known } else { FeedPages(try await firstPage(at: place)) }
      let feed = try await whole(pages, mostPages: Self.mostPages, until: isWanted).feed
      return feed.episodes.first(where: isWanted).map { ($0, feed) }
    }
  }

  /// Where a feed is, by its identity.
  ///
  /// - Parameter address: its address, where the caller knows it.
  /// - Throws: `missingCredential` where nobody knows it.
  func place(of id: String, address: URL?) async throws -> FeedPlace {
    var known = address ?? state.withLock { $0.addresses[id] }
    if known == nil { known = await self.address(id) }
    guard let known else {
      throw CatalogError(
        .missingCredential,
        """
        The episode is of a private feed, whose address no store keeps. Open the feed anew, or name it \
        in the file of PODCAST_FEEDS.
        """,
        service: .podcasts
      )
    }
    let isPrivate = state.withLock { state in
      state.feeds.first { $0.pages.feed.id == id }?.pages.feed.isPrivate
    }
    return FeedPlace(url: known, id: id, isPrivate: isPrivate, reach: fetcher.reach)
  }

  /// The header fields by which a feed with a user and a password was read, for media on its own server; none for
  /// other servers, and for other feeds.
  func credentials(for url: URL, of id: String) -> [String: String] {
    guard let feed = state.withLock({ $0.addresses[id] }),
      let user = feed.user(percentEncoded: false),
      url.user() == nil || url.user() == feed.user(),
      feed.scheme?.lowercased() == url.scheme?.lowercased(),
      feed.host()?.lowercased() == url.host()?.lowercased(), feed.portOrDefault == url.portOrDefault
    else { return [:] }
    let text = user + ":" + (feed.password(percentEncoded: false) ?? "")
    return ["Authorization": "Basic " + Data(text.utf8).base64EncodedString()]
  }

  /// What was read of a feed may be out of date: the next one who needs it has it read anew.
  func forget(_ id: String) {
    state.withLock { $0.feeds.removeAll { $0.pages.feed.id == id } }
  }

  // MARK: - Memory

  /// Runs work on a feed when nobody else does.
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
    mostPages: Int,
    until isEnough: (PodcastEpisode) -> Bool
  ) async throws -> FeedPages {
    var pages = first
    guard !pages.feed.episodes.contains(where: isEnough) else { return pages }
    let end = clock.uptime + Self.longestReading
    for _ in 1..<max(1, mostPages) {
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
      // Further pages do not make the first one younger.
      let old = state.feeds.first { $0.pages.feed.id == id }
      let isLonger = old.map { $0.pages.feed.episodes.count < pages.feed.episodes.count } ?? false
      state.feeds.removeAll { $0.pages.feed.id == id }
      state.feeds.insert(Kept(pages: pages, date: isLonger ? old?.date ?? date : date), at: 0)
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

extension URL {
  fileprivate var portOrDefault: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}

extension FeedFetcher.Answer {
  var isUnchanged: Bool { reply.response.status.code == 304 }

  private var charset: String? {
    reply.response.headerFields[.contentType].flatMap(FeedEncoding.charset)
  }

  /// What the feed names may lie anywhere.
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

/// Where a feed is to be asked for, and as which one.
struct FeedPlace: Sendable {
  var url: URL
  let id: String
  let isPrivate: Bool?
  var reach: NetworkScope

  init(url: URL, id: String?, isPrivate: Bool?, reach: NetworkScope) {
    self.url = url
    self.id = id ?? PodcastFeed.id(of: url)
    self.isPrivate = isPrivate
    self.reach = reach
  }
}

extension PodcastFeed {
  /// Whether a feed may say that it has moved there: one on the Internet moves within it, and none from
  /// https to where others can read along.
  static func mayMove(from old: URL, to new: URL, leadsAnywhere: Bool) -> Bool {
    let isPrivate = new.scheme?.lowercased() == "https" || old.scheme?.lowercased() != "https"
    return isPrivate && (leadsAnywhere || NetworkScope.mayBePublic(new))
  }

  /// The reach of what it names.
  func addressReach(_ own: NetworkScope) -> NetworkScope { leadsAnywhere ? own : .publicAlone }
}
