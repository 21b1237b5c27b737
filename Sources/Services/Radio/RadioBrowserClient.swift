import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSystem

/// Asks Radio Browser, an open directory of about 50,000 stations. It needs no key.
///
/// The directory has several servers. The client picks one at random, and the next one if it fails.
/// That server learns what you search for. It learns what you play only if the app reports it
/// (``countClick(_:)``, ``RadioClicks``).
///
/// A value whose copies share the list of servers. May be used on any thread, any number of times
/// at once. Each call throws `CatalogError`, or `CancellationError` soon after its task is
/// cancelled.
public struct RadioBrowserClient: Sendable {
  private static let maximumTries = 4

  private let mirrors: RadioMirrors
  private let userAgent: String
  private let configuration: ClientConfiguration
  /// Whether stations may be on any network, because the directory itself is not on the Internet.
  let isNear: Bool

  /// Creates a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - userAgent: The name and version of the app, such as `Jukebox/1.2`. The directory requires
  ///     it.
  ///   - configuration: How to reach the directory. Its base URL replaces all servers.
  ///   - mixed: Returns the servers in another order. Shuffles by default.
  public init(
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration(),
    mixed: @escaping @Sendable ([URL]) -> [URL] = { $0.shuffled() }
  ) {
    self.userAgent = userAgent
    var configuration = configuration
    configuration.timeout = min(configuration.timeout, .seconds(10))
    // All servers share one request queue.
    configuration.transport = configuration.transport(for: .radio)
    isNear = configuration.baseURL.map { !RadioBrowser.mayBePublic($0) } ?? false
    mirrors = RadioMirrors(fixed: configuration.baseURL.map { [$0] }, mixed: mixed)
    self.configuration = configuration
  }

  /// Returns the stations that match a query.
  public func stations(_ query: RadioQuery = RadioQuery()) async throws
    -> LossyArray<RadioBrowser.Station>
  {
    try await value(of: CatalogRequest("/json/stations/search", query: query.items))
  }

  /// Returns a station. Throws `notFound` if it no longer exists.
  public func station(_ id: String) async throws -> RadioBrowser.Station {
    guard let station = try await stations([id]).first else {
      throw CatalogError(.notFound, "The directory does not have this station.", service: .radio)
    }
    return station
  }

  /// Returns stations by their ids, without those that no longer exist.
  public func stations(_ ids: [String]) async throws -> [RadioBrowser.Station] {
    guard ids.allSatisfy(RadioBrowser.isID) else {
      throw CatalogError(.invalidArgument, "This is not the id of a station.", service: .radio)
    }
    return try await RequestChunks.of(ids, count: 100).asyncFlatMap { chunk in
      let query = [URLQueryItem(name: "uuids", value: chunk.joined(separator: ","))]
      let found: LossyArray<RadioBrowser.Station> = try await value(
        of: CatalogRequest("/json/stations/byuuid", query: query)
      )
      // Ignore stations that were not asked for.
      let asked = Set(chunk.map { $0.lowercased() })
      return found.filter { asked.contains($0.id.lowercased()) }
    }
  }

  /// Returns the categories of a list, the one with the most stations first.
  ///
  /// - Parameter limit: The maximum number of results.
  /// - Parameter list: `countries`, `languages`, `tags`, `codecs` or `states`.
  public func categories(
    _ list: String,
    limit: Int = 200
  ) async throws -> LossyArray<RadioBrowser.Category> {
    let query = [
      ("hidebroken", "true"), ("order", "stationcount"), ("reverse", "true"),
      ("limit", String(min(max(limit, 1), 1_000))),
    ].map { URLQueryItem(name: $0.0, value: $0.1) }
    return try await value(of: CatalogRequest(segments: ["json", list], query: query))
  }

  /// Counts a play of a station, as the directory requests. The directory sees the station and your
  /// address. A station counts once a day.
  @discardableResult
  public func countClick(_ id: String) async throws -> RadioBrowser.Receipt {
    try await tell("url", id)
  }

  /// Votes for a station. A vote counts once in ten minutes.
  @discardableResult
  public func vote(_ id: String) async throws -> RadioBrowser.Receipt { try await tell("vote", id) }

  private func tell(_ method: String, _ id: String) async throws -> RadioBrowser.Receipt {
    guard RadioBrowser.isID(id) else {
      throw CatalogError(.invalidArgument, "This is not the id of a station.", service: .radio)
    }
    return try await value(of: CatalogRequest(segments: ["json", method, id]))
  }

  /// Returns the decoded answer to any request, for endpoints without a method. Tries the next
  /// server if one fails.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    await learnMirrors()
    var failure: (any Error)?
    for mirror in mirrors.list.prefix(Self.maximumTries) {
      do {
        return try await requester(mirror).value(of: request, as: type)
      } catch let error as CatalogError where Self.isOfServer(error) {
        mirrors.failed(mirror)
        failure = error
      }
    }
    mirrors.allFailed()
    throw failure
      ?? CatalogError(
        .unreachable,
        "The directory has no server at the moment. Try again later.",
        service: .radio
      )
  }

  /// Updates the list of servers, which is valid for an hour. Without a list, the shared host name
  /// is used.
  private func learnMirrors() async {
    guard mirrors.isDue(at: configuration.clock.uptime), let all = RadioMirrors.all else { return }
    let found: LossyArray<RadioBrowser.Server>? = try? await requester(all)
      .value(of: CatalogRequest("/json/servers"))
    // A cancelled task learned nothing.
    guard !Task.isCancelled else { return }
    mirrors.learn(found.map(Array.init) ?? [], at: configuration.clock.uptime)
  }

  private func requester(_ mirror: URL) -> ServiceRequester {
    var configuration = configuration
    configuration.baseURL = mirror
    var requester = ServiceRequester(
      policy: .radio,
      host: mirror.host() ?? "",
      configuration: configuration
    )
    requester.prepare = { [userAgent] in $0.headerFields[.userAgent] = userAgent }
    return requester
  }

  /// Whether another server may do better. If a server limits our rate, we do not switch to another
  /// server.
  private static func isOfServer(_ error: CatalogError) -> Bool {
    [
      .unreachable, .timedOut, .serverError, .interrupted, .untrusted, .malformedReply,
      .replyTooLarge, .blockedRedirect,
    ].contains(error.code)
  }
}

extension Array {
  fileprivate func asyncFlatMap<Result>(
    _ transform: (Element) async throws -> [Result]
  ) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results += try await transform(element) }
    return results
  }
}
