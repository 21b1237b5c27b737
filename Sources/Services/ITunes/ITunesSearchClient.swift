import Foundation
import HTTPTypes
import Locking
import MusicCatalog

/// Searches the iTunes Store and looks things up in it: no account, no token.
///
/// May be used on any thread, any number of times at once. Each call throws ``CatalogError``, or
/// `CancellationError` soon after its task is cancelled.
///
/// The service allows about 20 requests a minute from one address, and locks an address out that
/// asks more often, for minutes up to an hour: by an empty 403, which is
/// ``CatalogError/Code/rateLimited`` here. ``ServicePolicy/iTunes`` keeps to that: calls wait for
/// their turn, and fail by the same error, unsent, where they would wait too long. Clients that are given
/// no transport keep one pace together; who makes transports gives them one ``RateLimiter``.
public final class ITunesSearchClient: Sendable {
  /// Where and how to ask.
  public let configuration: Configuration
  private let transport: any HTTPTransport
  private let clock: any CatalogClock
  private let trees = Locked<[String: ITunes.GenreTree]>([:])

  /// Makes a client that sends over `transport`; without one, over a cache and a network of its own,
  /// at the pace of all such clients (``RateLimiter/iTunes``).
  ///
  /// - Parameter clock: what a date in `Retry-After` is compared with.
  public init(
    configuration: Configuration = Configuration(),
    transport: any HTTPTransport = ServiceTransport(
      URLSessionTransport(),
      policy: .iTunes,
      limiter: .iTunes
    ),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.configuration = configuration
    self.transport = transport
    self.clock = clock
  }

  /// Searches.
  ///
  /// No result is an answer, not an error; the service may also mean by it that it is asked too
  /// often. ``ITunes/Search/next(after:)`` gives the search for the next page.
  public func search(_ search: ITunes.Search) async throws -> ITunes.Results {
    let parameters = try search.parameters(
      country: configuration.country,
      language: configuration.language
    )
    return try await get("/search", parameters)
  }

  /// Looks things up by their ids, with as many requests as it takes, one after the other.
  ///
  /// What the service does not have is in ``ITunes/LookUpResults/missing``. A request that fails
  /// fails the whole.
  public func lookUp(_ lookUp: ITunes.LookUp) async throws -> ITunes.LookUpResults {
    let (name, ids) = try lookUp.keys()
    var sorter = ITunesLookUpSorter(lookUp, asked: ids)
    var rest = ids[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(lookUp.idsPerRequest)
      rest = rest.dropFirst(chunk.count)
      let parameters = try lookUp.parameters(
        name: name,
        ids: chunk,
        country: configuration.country,
        language: configuration.language
      )
      sorter.add(try await get("/lookup", parameters), to: chunk)
    }
    return sorter.results
  }

  /// The genres of music with the names that they have in `country`; `nil`: the client's.
  ///
  /// Asked once a country; later calls answer from memory, as long as this client lives. Without a
  /// network ``ITunes/GenreTree/builtIn`` may stand in.
  public func genres(country: String? = nil) async throws -> ITunes.GenreTree {
    let country = try ITunesQuery.country(country ?? configuration.country)
    if let tree = trees.withLock({ $0[country] }) { return tree }
    let tree: ITunes.GenreTree = try await get(
      "/WebObjects/MZStoreServices.woa/ws/genres",
      [("id", ITunes.GenreTree.musicID), ("cc", country)].compactMap(ITunesQuery.Parameter.init)
    )
    trees.withLock { $0[country] = tree }
    return tree
  }

  /// What is played most, from Apple's feeds of charts, which need no token and lie at another
  /// host than the search.
  ///
  /// - Parameters:
  ///   - kind: what is listed.
  ///   - size: how many.
  ///   - country: two letters; `nil`: the client's.
  public func chart(
    _ kind: ITunes.Chart.Kind,
    size: ITunes.Chart.Size = .twentyFive,
    country: String? = nil
  ) async throws -> ITunes.Chart {
    let country = try ITunesQuery.country(country ?? configuration.country)
    try ITunesQuery.check(name: kind.rawValue.replacing("-", with: ""))
    return try await get(
      "/api/v2/\(country)/music/most-played/\(size.rawValue)/\(kind.rawValue).json",
      base: configuration.chartsBaseURL
    )
  }

  private func get<Answer: Decodable>(
    _ path: String,
    _ parameters: [ITunesQuery.Parameter] = [],
    base: URL? = nil
  ) async throws -> Answer {
    let request = try ITunesQuery.request(
      base ?? configuration.baseURL,
      path: path,
      parameters
    )
    do {
      let reply = try await transport.send(HTTPCall(request))
      return try ITunesReply.decode(Answer.self, from: reply, now: clock.date)
    } catch var error as CatalogError {
      error.service = error.service ?? .iTunes
      throw error
    }
  }
}

extension ITunesSearchClient {
  /// Where and how a client asks.
  public struct Configuration: Hashable, Sendable {
    /// Stands for `https://itunes.apple.com`; paths are joined to it, its own path kept.
    public var baseURL: URL
    /// Stands for `https://rss.applemarketingtools.com`.
    public var chartsBaseURL: URL
    /// The country, in two letters, of calls that name none.
    public var country: String
    /// The language of the answers; `nil`: the service's default.
    public var language: ITunes.Language?

    /// Makes a configuration; Apple's own hosts where no base is given. A base that is no http(s)
    /// URL, and a country that is not two letters, fail each call.
    public init(
      baseURL: URL? = nil,
      chartsBaseURL: URL? = nil,
      country: String = "us",
      language: ITunes.Language? = nil
    ) {
      self.baseURL = baseURL ?? Self.host("itunes.apple.com")
      self.chartsBaseURL = chartsBaseURL ?? Self.host("rss.applemarketingtools.com")
      self.country = country
      self.language = language
    }

    private static func host(_ name: String) -> URL {
      var parts = URLComponents()
      parts.scheme = "https"
      parts.host = name
      // Never the latter: parts that are plain letters make a URL.
      return parts.url ?? URL(filePath: "/")
    }
  }
}
