import Foundation
import PlayerKitSystem
import PlayerKitServices

/// Searches the iTunes Store and looks things up in it: no account, no token.
///
/// A value; copies share their transport and the genres that they have read. May be used on any thread, any number
/// of times at once. Each call throws ``CatalogError``, or
/// `CancellationError` soon after its task is cancelled.
///
/// The service allows about 20 requests a minute from one address, and locks an address out that
/// asks more often, for minutes up to an hour: by an empty 403, which is
/// ``CatalogError/Code/rateLimited`` here. ``ServicePolicy/iTunes`` keeps to that: calls wait for
/// their turn, and fail by the same error, unsent, where they would wait too long. Clients that are given
/// no transport keep one pace together; who makes transports gives them one ``RateLimiter``.
public struct ITunesSearchClient: Sendable {
  /// The country, in two letters, of calls that name none.
  public let country: String
  /// The language of the answers; `nil`: the service's default.
  public let language: ITunes.Language?
  private let store: ServiceRequester
  private let charts: ServiceRequester
  private let trees = Locked<[String: ITunes.GenreTree]>([:])

  /// Makes a client. Nothing is checked or sent yet: a country that is not two letters fails each call.
  ///
  /// - Parameters:
  ///   - chartsBaseURL: stands for `https://rss.applemarketingtools.com`, where the charts are. The configuration's
  ///     base stands for `https://itunes.apple.com`.
  ///   - configuration: how it reaches the service. Without a transport it keeps the pace of all such clients
  ///     (``RateLimiter/iTunes``).
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

  /// The answer to any request to the store, decoded: for what the client has no method for.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    try await store.value(of: request, as: type)
  }

  /// Searches.
  ///
  /// No result is an answer, not an error; the service may also mean by it that it is asked too
  /// often. ``ITunes/Search/next(after:)`` gives the search for the next page.
  public func search(_ search: ITunes.Search) async throws -> ITunes.Results {
    let parameters = try search.parameters(country: country, language: language)
    return try await value(of: CatalogRequest("/search", query: parameters))
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
        country: country,
        language: language
      )
      sorter.add(try await value(of: CatalogRequest("/lookup", query: parameters)), to: chunk)
    }
    return sorter.results
  }

  /// The genres of music with the names that they have in `country`; `nil`: the client's.
  ///
  /// Asked once a country; later calls answer from memory, as long as this client lives. Without a
  /// network ``ITunes/GenreTree/builtIn`` may stand in.
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
    let country = try ITunesQuery.country(country ?? self.country)
    try ITunesQuery.check(name: kind.rawValue.replacing("-", with: ""))
    let path = "/api/v2/\(country)/music/most-played/\(size.rawValue)/\(kind.rawValue).json"
    return try await charts.value(of: CatalogRequest(path))
  }
}
