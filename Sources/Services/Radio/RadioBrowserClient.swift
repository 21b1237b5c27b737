import PlayerKitSystem
import Foundation
import HTTPTypes
import PlayerKitServices

/// Asks Radio Browser, a directory of some 50,000 stations that anybody may add to. It needs no key.
///
/// The directory has several servers. One is taken by chance, and the next one where it fails. Which
/// stations are looked for, that server is told; what is played is not, unless the app says so
/// (``countClick(_:)``, ``RadioClicks``).
///
/// A value; copies share what they learned. May be used on any thread, any number of times at once. Each
/// call throws `CatalogError`, or `CancellationError` soon after its task is cancelled.
public struct RadioBrowserClient: Sendable {
  private static let mostTries = 4

  private let mirrors: RadioMirrors
  private let userAgent: String
  private let configuration: ClientConfiguration
  /// Whether what it names may be anywhere, since the directory is not on the Internet.
  let isNear: Bool

  /// Makes a client. Sends nothing.
  ///
  /// - Parameters:
  ///   - userAgent: name and version of the app, such as `Jukebox/1.2`; the directory wants it.
  ///   - configuration: its base takes the place of all servers.
  ///   - mixed: gives the servers in another order; by default by chance.
  public init(
    userAgent: String = "PlayerKit/0.1",
    configuration: ClientConfiguration = ClientConfiguration(),
    mixed: @escaping @Sendable ([URL]) -> [URL] = { $0.shuffled() }
  ) {
    self.userAgent = userAgent
    var configuration = configuration
    configuration.timeout = min(configuration.timeout, .seconds(10))
    // All servers stand in one line.
    configuration.transport = configuration.transport(for: .radio)
    isNear = configuration.baseURL.map { !StationRule.mayBePublic($0) } ?? false
    mirrors = RadioMirrors(fixed: configuration.baseURL.map { [$0] }, mixed: mixed)
    self.configuration = configuration
  }

  /// The stations that a query names.
  public func stations(_ query: RadioQuery = RadioQuery()) async throws
    -> LossyArray<RadioBrowser.Station>
  {
    try await value(of: CatalogRequest("/json/stations/search", query: query.items))
  }

  /// A station; throws `notFound` where it is gone.
  public func station(_ id: String) async throws -> RadioBrowser.Station {
    guard let station = try await stations([id]).first else {
      throw CatalogError(.notFound, "There is no such station.", service: .radio)
    }
    return station
  }

  /// Stations by their ids. Those that are gone are left out.
  public func stations(_ ids: [String]) async throws -> [RadioBrowser.Station] {
    guard ids.allSatisfy(StationRule.isID) else {
      throw CatalogError(.invalidArgument, "This is no id of a station.", service: .radio)
    }
    return try await RequestChunks.of(ids, count: 100).asyncFlatMap { chunk in
      let query = [URLQueryItem(name: "uuids", value: chunk.joined(separator: ","))]
      let found: LossyArray<RadioBrowser.Station> = try await value(
        of: CatalogRequest("/json/stations/byuuid", query: query)
      )
      // A server that answers with other stations is not believed.
      let asked = Set(chunk.map { $0.lowercased() })
      return found.filter { asked.contains($0.id.lowercased()) }
    }
  }

  /// What stations are told apart by, with the most stations first.
  ///
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

  /// Counts that a station is played, as the directory asks for. It is told which one, from this address. It
  /// counts once a day.
  @discardableResult
  public func countClick(_ id: String) async throws -> RadioBrowser.Receipt {
    try await tell("url", id)
  }

  /// Votes for a station. It counts once in ten minutes.
  @discardableResult
  public func vote(_ id: String) async throws -> RadioBrowser.Receipt { try await tell("vote", id) }

  private func tell(_ method: String, _ id: String) async throws -> RadioBrowser.Receipt {
    guard StationRule.isID(id) else {
      throw CatalogError(.invalidArgument, "This is no id of a station.", service: .radio)
    }
    return try await value(of: CatalogRequest(segments: ["json", method, id]))
  }

  /// The answer to any request, for what there is no method for. The next server is asked where one fails.
  public func value<Value: Decodable>(
    of request: CatalogRequest,
    as type: Value.Type = Value.self
  ) async throws -> Value {
    await learnMirrors()
    var failure: (any Error)?
    for mirror in mirrors.list.prefix(Self.mostTries) {
      do {
        return try await requester(mirror).value(of: request, as: type)
      } catch let error as CatalogError where Self.isOfServer(error) {
        mirrors.failed(mirror)
        failure = error
      }
    }
    mirrors.allFailed()
    throw failure ?? CatalogError(.unreachable, "There is no server.", service: .radio)
  }

  /// Without a list, the name that stands for all is asked. A list counts for an hour.
  private func learnMirrors() async {
    guard mirrors.isDue(at: configuration.clock.uptime), let all = RadioMirrors.all else { return }
    let found: LossyArray<RadioBrowser.Server>? = try? await requester(all)
      .value(of: CatalogRequest("/json/servers"))
    // One who left has learned nothing.
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

  /// Whether another server may do better. One that is asked too often is not evaded.
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
