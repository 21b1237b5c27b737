import PlayerKitSystem
import Foundation
import HTTPTypes
import PlayerKitServices

/// What Podcast Index answers with. ``PodcastIndexClient`` asks it.
public enum PodcastIndex {
  /// A podcast.
  public struct Feed: Codable, Hashable, Sendable, Identifiable {
    /// Its number there.
    public var id: Int
    /// The title.
    public var title: String?
    /// Where the feed is.
    public var url: String?
    /// Where it was when it was added.
    public var originalUrl: String?
    /// Its page.
    public var link: String?
    /// What it is about.
    public var description: String?
    /// Who makes it.
    public var author: String?
    /// Its picture.
    public var image: String?
    /// Its picture, in another size.
    public var artwork: String?
    /// Its language.
    public var language: String?
    /// Whether it is marked as explicit.
    public var explicit: Bool?
    /// How many episodes it has.
    public var episodeCount: Int?
    /// The feed's `podcast:guid`.
    public var podcastGuid: String?
    /// The number at the iTunes Store.
    public var itunesId: Int?
    /// 1 where nothing has come from the feed for long.
    public var dead: Int?
  }

  /// An episode.
  public struct Episode: Codable, Hashable, Sendable, Identifiable {
    /// Its number there.
    public var id: Int
    /// The title.
    public var title: String?
    /// The feed's own name of it.
    public var guid: String?
    /// Where its media is.
    public var enclosureUrl: String?
    /// What the feed says that the media is.
    public var enclosureType: String?
    /// The media's length in bytes, as the feed says it.
    public var enclosureLength: Int?
    /// The length in seconds.
    public var duration: Int?
    /// When it came out, in seconds since 1970.
    public var datePublished: Int?
    /// Its page.
    public var link: String?
    /// Its picture.
    public var image: String?
    /// 1 where it is marked as explicit.
    public var explicit: Int?
    /// The number of its season.
    public var season: Int?
    /// Its number.
    public var episode: Int?
    /// The feed's number.
    public var feedId: Int?
    /// The feed's title.
    public var feedTitle: String?
    /// Where its chapters are.
    public var chaptersUrl: String?
    /// Where a transcript is.
    public var transcriptUrl: String?
  }

  struct Feeds: Codable {
    var feeds: LossyArray<Feed>?
  }

  struct OneFeed: Codable {
    var feed: Feed?
  }

  struct Episodes: Codable {
    var items: LossyArray<Episode>?
  }
}

extension CatalogService {
  /// Podcast Index.
  public static let podcastIndex = CatalogService(rawValue: "podcastIndex")
}

extension ServicePolicy {
  /// Podcast Index: ten calls at once after a rest, then two a second. It states no limit.
  public static let podcastIndex = ServicePolicy(
    service: .podcastIndex,
    limit: RateLimit(
      interval: .milliseconds(500),
      burst: 10,
      firstPause: .seconds(2),
      longestPause: .seconds(120),
      maximumWait: .seconds(30)
    ),
    cache: nil
  )
}

/// Asks Podcast Index, an open directory. An app needs a key of its own, which is free.
public struct PodcastIndexClient: Sendable {
  private let requester: ServiceRequester

  /// Makes a client. Nothing is sent before a call.
  ///
  /// - Parameters:
  ///   - key: the app's key; `nil`: each call fails as `missingCredential`.
  ///   - secret: the app's secret. It leaves the process only as part of a digest.
  ///   - userAgent: the app's name and version: the service wants one.
  public init(
    key: String?,
    secret: String?,
    userAgent: String = "PlayerKit",
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    var requester = ServiceRequester(
      policy: .podcastIndex,
      host: "api.podcastindex.org",
      configuration: configuration
    )
    let clock = configuration.clock
    requester.prepare = { request in
      guard let key, let secret, !key.isEmpty, !secret.isEmpty else {
        throw CatalogError(
          .missingCredential,
          "PODCASTINDEX_KEY and PODCASTINDEX_SECRET are not set.",
          service: .podcastIndex
        )
      }
      let seconds = Int64(
        clamping: Int(exactly: clock.date.timeIntervalSince1970.rounded(.down)) ?? 0
      )
      let date = String(seconds)
      let digest = Hexadecimal.text(SHA1.digest(Array((key + secret + date).utf8)))
      for (name, value) in [
        ("X-Auth-Key", key), ("X-Auth-Date", date), ("Authorization", digest),
        ("User-Agent", userAgent),
      ] {
        if let name = HTTPField.Name(name) { request.headerFields[name] = value }
      }
    }
    self.requester = requester
  }

  /// Podcasts by words of title, author or owner.
  public func search(_ term: String, limit: Int = 40) async throws -> [PodcastIndex.Feed] {
    let answer: PodcastIndex.Feeds = try await value(
      of: CatalogRequest(
        "/api/1.0/search/byterm",
        query: [.init(name: "q", value: try checked(term)), Self.most(limit)]
      )
    )
    return answer.feeds.map(Array.init) ?? []
  }

  /// A podcast by the address of its feed; `nil` where it is not known there.
  public func podcast(at address: URL) async throws -> PodcastIndex.Feed? {
    let request = CatalogRequest(
      "/api/1.0/podcasts/byfeedurl",
      query: [.init(name: "url", value: try checked(address.absoluteString))]
    )
    let answer: PodcastIndex.OneFeed = try await value(of: request)
    return answer.feed
  }

  /// Episodes of a podcast, the newest first.
  public func episodes(of feed: Int, limit: Int = 40) async throws -> [PodcastIndex.Episode] {
    let answer: PodcastIndex.Episodes = try await value(
      of: CatalogRequest(
        "/api/1.0/episodes/byfeedid",
        query: [.init(name: "id", value: String(feed)), Self.most(limit)]
      )
    )
    return answer.items.map(Array.init) ?? []
  }

  /// The answer to any request, for what there is no method for.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await requester.value(of: request, as: type)
  }

  private static func most(_ limit: Int) -> URLQueryItem {
    URLQueryItem(name: "max", value: String(min(max(limit, 1), 1_000)))
  }

  private func checked(_ text: String) throws(CatalogError) -> String {
    guard !text.isEmpty, text.utf8.count <= RequestBounds.target / 4 else {
      throw CatalogError(
        .invalidArgument,
        "The words are empty or too long.",
        service: .podcastIndex
      )
    }
    return text
  }
}
