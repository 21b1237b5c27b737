import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// A namespace for Podcast Index's answers. ``PodcastIndexClient`` requests them.
public enum PodcastIndex {
  /// A podcast.
  public struct Feed: Codable, Hashable, Sendable, Identifiable {
    /// The id at Podcast Index.
    public var id: Int
    /// The title.
    public var title: String?
    /// The address of the feed.
    public var url: String?
    /// The feed's address when it was added.
    public var originalUrl: String?
    /// The web page.
    public var link: String?
    /// The description.
    public var description: String?
    /// The author.
    public var author: String?
    /// The picture.
    public var image: String?
    /// The picture in another size.
    public var artwork: String?
    /// The language.
    public var language: String?
    /// Whether it is marked as explicit.
    public var explicit: Bool?
    /// The number of episodes.
    public var episodeCount: Int?
    /// The feed's `podcast:guid`.
    public var podcastGuid: String?
    /// The id at the iTunes Store.
    public var itunesId: Int?
    /// 1 if the feed has not answered for a long time.
    public var dead: Int?
  }

  /// An episode.
  public struct Episode: Codable, Hashable, Sendable, Identifiable {
    /// The id at Podcast Index.
    public var id: Int
    /// The title.
    public var title: String?
    /// The feed's identifier of the episode.
    public var guid: String?
    /// The address of the media.
    public var enclosureUrl: String?
    /// The media type according to the feed.
    public var enclosureType: String?
    /// The size of the media in bytes according to the feed.
    public var enclosureLength: Int?
    /// The duration in seconds.
    public var duration: Int?
    /// The publication date, in seconds since 1970.
    public var datePublished: Int?
    /// The web page.
    public var link: String?
    /// The picture.
    public var image: String?
    /// 1 if it is marked as explicit.
    public var explicit: Int?
    /// The season number.
    public var season: Int?
    /// The episode number.
    public var episode: Int?
    /// The feed's id.
    public var feedId: Int?
    /// The feed's title.
    public var feedTitle: String?
    /// The address of the chapters.
    public var chaptersUrl: String?
    /// The address of a transcript.
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
  /// The policy for Podcast Index: a burst of ten calls, then two a second. The service states no
  /// limit.
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

/// Asks Podcast Index, an open directory. Each app needs its own key, which is free.
public struct PodcastIndexClient: Sendable {
  private let requester: ServiceRequester

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - key: The app's key. If `nil`, each call throws `missingCredential`.
  ///   - secret: The app's secret. Only a digest of it is sent.
  ///   - userAgent: The app's name and version. The service requires them.
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
          "Podcast Index needs a key and its secret.",
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

  /// Searches for podcasts by words in the title, author or owner.
  public func search(_ term: String, limit: Int = 40) async throws -> [PodcastIndex.Feed] {
    let answer: PodcastIndex.Feeds = try await value(
      of: CatalogRequest(
        "/api/1.0/search/byterm",
        query: [.init(name: "q", value: try checked(term)), Self.most(limit)]
      )
    )
    return answer.feeds.map(Array.init) ?? []
  }

  /// Returns a podcast by its feed's address; `nil` if the directory does not know it.
  public func podcast(at address: URL) async throws -> PodcastIndex.Feed? {
    let request = CatalogRequest(
      "/api/1.0/podcasts/byfeedurl",
      query: [.init(name: "url", value: try checked(address.absoluteString))]
    )
    let answer: PodcastIndex.OneFeed = try await value(of: request)
    return answer.feed
  }

  /// Returns episodes of a podcast, newest first.
  public func episodes(of feed: Int, limit: Int = 40) async throws -> [PodcastIndex.Episode] {
    let answer: PodcastIndex.Episodes = try await value(
      of: CatalogRequest(
        "/api/1.0/episodes/byfeedid",
        query: [.init(name: "id", value: String(feed)), Self.most(limit)]
      )
    )
    return answer.items.map(Array.init) ?? []
  }

  /// Returns the decoded answer to any request, for endpoints without a method.
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
