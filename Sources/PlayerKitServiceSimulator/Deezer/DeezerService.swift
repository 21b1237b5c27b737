import Foundation
import PlayerKitSystem

/// Deezer's API: no token, fifty requests in five seconds, and errors with status 200.
final class DeezerService: SimulatedService {
  private let catalog: InventedCatalog
  private let signer: PreviewSigner
  private let window = Locked(RateWindow(requests: 50, seconds: 5))

  let endpoints = DeezerEndpoints.routes.map(\.endpoint)

  init(catalog: InventedCatalog, signer: PreviewSigner) {
    self.catalog = catalog
    self.signer = signer
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET") }
    guard window.withLock({ $0.wait(at: request.now) }) == nil else { throw DeezerFailure.quota }
    let writer = DeezerWriter(catalog: catalog, signer: signer, request: request)
    return .json(try DeezerEndpoints(request: request, writer: writer).answer())
  }

  /// The service also answers with plain statuses.
  func failure(status: Int) -> SimulatedResponse {
    status == 404 ? DeezerFailure.path.response : SimulatedResponse(status: status)
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse { DeezerFailure.quota.response }
}

/// Error responses. They have status 200, except for unknown paths.
enum DeezerFailure {
  static let quota = error("Exception", "Quota limit exceeded", 4)
  static let noData = error("DataException", "no data", 800)
  static let parameter = error("ParameterException", "Wrong parameter", 500)
  static let query = error("InvalidQueryException", "Invalid query", 600)
  static let path = Refusal(404, ["error": "Not Found"])

  static func missing(_ name: String) -> Refusal {
    error("MissingParameterException", "Missing parameters: \(name)", 501)
  }

  private static func error(_ type: String, _ message: String, _ code: Int) -> Refusal {
    Refusal(
      200,
      ["error": ["type": .string(type), "message": .string(message), "code": .number(code)]]
    )
  }
}

/// Deezer's ids: numbers that different kinds may share.
enum DeezerIDs {
  static let tracks = IDSpace(base: 3_135_000, stride: 7)
  static let albums = IDSpace(base: 302_000, stride: 3)
  static let artists = IDSpace(base: 27, stride: 5)
  static let playlists = IDSpace(base: 908_622_000, stride: 11)
  static let genres = IDSpace(base: 101, stride: 4)
}
