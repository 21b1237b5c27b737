import Foundation
import Locking

/// The iTunes Search API: no token, twenty requests a minute.
final class ITunesService: SimulatedService {
  private let catalog: InventedCatalog
  private let window: Locked<RateWindow>

  let endpoints = [Endpoint]([
    "GET /search", "GET /lookup?id", "GET /lookup?upc", "GET /lookup?amgArtistId",
    "GET /WebObjects/MZStoreServices.woa/ws/genres",
    "GET /api/v2/{country}/music/most-played/{count}/songs.json",
    "GET /api/v2/{country}/music/most-played/{count}/albums.json",
    "GET /api/v2/{country}/music/most-played/{count}/playlists.json",
    "GET /api/v2/{country}/music/most-played/{count}/music-videos.json",
  ])

  init(catalog: InventedCatalog, lock: Duration) {
    self.catalog = catalog
    window = Locked(RateWindow(lock: lock / .seconds(1)))
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    let chart = ChartsFeed(path: request.path, catalog: catalog, mediaBase: request.mediaBase)
    if let chart, request.method == "GET" {
      return SimulatedResponse(
        status: 200,
        headers: [("Content-Type", "application/json")],
        body: Self.json(chart.feed(now: request.now)) ?? Data()
      )
    }
    guard window.withLock({ $0.admits(at: request.now) }) else { return throttled(retryAfter: nil) }
    guard request.method == "GET" else {
      return SimulatedResponse(status: 405, headers: [("Allow", "GET")])
    }
    let parameters = ITunesParameters(request.query)
    do {
      switch request.path.hasSuffix("/") ? String(request.path.dropLast()) : request.path {
      case "/search":
        let store = try store(parameters, request)
        return list(try ITunesSearch(store: store).items(parameters), of: store)
      case "/lookup":
        let ids = parameters.list("id") ?? []
        guard ids.count < ITunesLookup.tooManyIDs else { return failure(status: 502) }
        let store = try store(parameters, request)
        return list(try ITunesLookup(store: store).items(parameters), of: store)
      case "/WebObjects/MZStoreServices.woa/ws/genres":
        let country = (parameters["cc"] ?? "us").lowercased()
        return answer(GenreDump.tree(id: parameters["id"].flatMap(Int.init), country: country))
      default:
        return failure(status: 404)
      }
    } catch {
      return answer(
        Refusal(errorMessage: "Invalid value(s) for key(s): [\(error.key)]"),
        status: 400
      )
    }
  }

  /// Errors have no body worth reading.
  func failure(status: Int) -> SimulatedResponse {
    SimulatedResponse(status: status)
  }

  /// Never tells how long it lasts.
  func throttled(retryAfter: Int?) -> SimulatedResponse {
    SimulatedResponse(status: 403)
  }

  private func store(
    _ parameters: ITunesParameters,
    _ request: SimulatedRequest
  ) throws(ITunesParameters.Invalid) -> ITunesStore {
    ITunesStore(
      catalog: catalog,
      storefront: try parameters.storefront(),
      language: parameters.language,
      mediaBase: request.mediaBase
    )
  }

  private func list(_ items: [ITunesItem], of store: ITunesStore) -> SimulatedResponse {
    answer(Results(resultCount: items.count, results: items.map(store.result)))
  }

  private func answer(_ value: some Encodable, status: Int = 200) -> SimulatedResponse {
    guard let json = Self.json(value) else { return failure(status: 500) }
    return SimulatedResponse(
      status: status,
      headers: [("Content-Type", "text/javascript; charset=utf-8")],
      body: Data("\n\n\n".utf8) + json + Data("\n\n\n".utf8)
    )
  }

  private static func json(_ value: some Encodable) -> Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(value)
  }

  private struct Results: Encodable {
    var resultCount: Int
    var results: [ITunesResult]
  }

  private struct Refusal: Encodable {
    var errorMessage: String
  }
}
