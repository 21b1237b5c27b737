import Foundation
import PlayerKitServices
import PlayerKitSystem

/// Searches the iTunes Store and looks up items, without an account or token.
///
/// A value whose copies share their transport and the genres that they have read. May be used on
/// any thread, any number of times at once. Each call throws ``CatalogError``, or
/// `CancellationError` soon after its task is cancelled.
///
/// The service allows about 20 requests per minute from one address. It locks out an address that
/// sends more, for minutes up to an hour, with an empty 403, which becomes
/// ``CatalogError/Code/rateLimited``. ``ServicePolicy/iTunes`` respects this: calls wait for their
/// turn, and throw the same error without being sent if they would wait too long. Clients without a
/// transport share one rate limit. If you create transports yourself, give them one common
/// ``RateLimiter``.
public struct ITunesSearchClient: Sendable {
  /// The default country as a two-letter code.
  public let country: String
  /// The language of the answers; `nil` for the service's default.
  public let language: ITunes.Language?
  private let store: ServiceRequester
  private let charts: ServiceRequester
  private let trees = Locked<[String: ITunes.GenreTree]>([:])

  /// Creates a client. Checks and sends nothing yet. If the country is not two letters, each call
  /// throws.
  ///
  /// - Parameters:
  ///   - country: The country of the store, as two letters.
  ///   - language: The language of names and genres.
  ///   - chartsBaseURL: Replaces `https://rss.applemarketingtools.com`, the host of the charts. The
  ///     configuration's base URL replaces `https://itunes.apple.com`.
  ///   - configuration: How to reach the service. Without a transport, the client shares the rate
  ///     limit of all such clients (``RateLimiter/iTunes``).
  public init(
    country: String = "us",
    language: ITunes.Language? = nil,
    chartsBaseURL: URL? = nil,
    configuration: ClientConfiguration = ClientConfiguration()
  ) {
    self.country = country
    self.language = language
    let clock = configuration.clock
    func requester(_ host: String, _ base: URL?) -> ServiceRequester {
      var configuration = configuration
      configuration.baseURL = base
      configuration.transport = configuration.transport(for: .iTunes, limiter: .iTunes)
      var requester = ServiceRequester(policy: .iTunes, host: host, configuration: configuration)
      requester.prepare = { _ in
        if base?.user() != nil { throw CatalogError.iTunesArgument("the base URL names a user") }
      }
      requester.failure = { ITunesReply.failure(in: $0, now: clock.date) }
      return requester
    }
    store = requester("itunes.apple.com", configuration.baseURL)
    charts = requester("rss.applemarketingtools.com", chartsBaseURL)
  }

  /// Returns the decoded answer to any request to the store, for endpoints without a method.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await store.value(of: request, as: type)
  }

  /// Searches the store.
  ///
  /// An empty answer is not an error, but may also mean that the service limits the rate.
  /// ``ITunes/Search/next(after:)`` returns the search for the next page.
  public func search(_ search: ITunes.Search) async throws -> ITunes.Results {
    let parameters = try search.parameters(country: country, language: language)
    return try await value(of: CatalogRequest("/search", query: parameters))
  }

  /// Looks up items by their ids, with as many requests as needed, one after the other.
  ///
  /// Ids that the service does not have are in ``ITunes/LookUpResults/missing``. If one request
  /// fails, the whole call throws.
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
        country: country,
        language: language
      )
      sorter.add(try await value(of: CatalogRequest("/lookup", query: parameters)), to: chunk)
    }
    return sorter.results
  }

  /// Returns the genres of music with their names in `country`; `nil` for the client's country.
  ///
  /// Sends one request per country. Later calls return the result from memory, as long as this
  /// client lives. Without a network, use ``ITunes/GenreTree/builtIn``.
  public func genres(country: String? = nil) async throws -> ITunes.GenreTree {
    let country = try ITunesQuery.country(country ?? self.country)
    if let tree = trees.withLock({ $0[country] }) { return tree }
    let tree: ITunes.GenreTree = try await value(
      of: CatalogRequest(
        "/WebObjects/MZStoreServices.woa/ws/genres",
        query: [
          .init(name: "id", value: ITunes.GenreTree.musicID), .init(name: "cc", value: country),
        ]
      )
    )
    trees.withLock { $0[country] = tree }
    return tree
  }

  /// Returns the most played items from Apple's chart feeds, which need no token and have their own
  /// host.
  ///
  /// - Parameters:
  ///   - kind: The kind of items.
  ///   - size: The number of items.
  ///   - country: A two-letter code; `nil` for the client's country.
  public func chart(
    _ kind: ITunes.Chart.Kind,
    size: ITunes.Chart.Size = .twentyFive,
    country: String? = nil
  ) async throws -> ITunes.Chart {
    let country = try ITunesQuery.country(country ?? self.country)
    try ITunesQuery.check(name: kind.rawValue.replacing("-", with: ""))
    let path = "/api/v2/\(country)/music/most-played/\(size.rawValue)/\(kind.rawValue).json"
    return try await charts.value(of: CatalogRequest(path))
  }
}
