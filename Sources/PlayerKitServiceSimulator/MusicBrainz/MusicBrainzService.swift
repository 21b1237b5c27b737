import Foundation
import PlayerKitSystem

/// MusicBrainz' web service. It answers one request a second, one at a time, and only to clients
/// with a valid user agent.
final class MusicBrainzService: SimulatedService {
  private let catalog: InventedCatalog
  private let window = Locked(RateWindow(requests: 1, seconds: 1))
  private let underWay = Locked(0)

  let endpoints = MusicBrainzEndpoints.routes.map(\.endpoint)

  init(catalog: InventedCatalog) {
    self.catalog = catalog
  }

  func began() -> Bool {
    underWay.withLock { count in
      count += 1
      return count == 1
    }
  }

  func ended() { underWay.withLock { $0 -= 1 } }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    guard request.isReading else { return .wrongMethod(allowed: "GET, HEAD") }
    guard Self.isNamed(request.headers["user-agent"] ?? "") else { return failure(status: 403) }
    let endpoints = MusicBrainzEndpoints(request: request, catalog: catalog)
    if let wait = window.withLock({ $0.wait(at: request.now) }) {
      return throttled(retryAfter: Int(wait.rounded(.up)))
    }
    if let place = endpoints.place { return place }
    let wantsJSON =
      Query(pairs: request.query)["fmt"] == "json"
      || request.headers["accept"]?.contains("application/json") == true
    guard wantsJSON else {
      return SimulatedResponse("application/xml; charset=utf-8", Data("<metadata/>".utf8))
    }
    return .json(try endpoints.answer())
  }

  /// `Name/1.0 ( contact )`.
  private static func isNamed(_ agent: String) -> Bool {
    let parts = agent.split(separator: "(", maxSplits: 1)
    return parts.count == 2 && parts[0].contains("/")
      && (parts[1].contains("@") || parts[1].contains("://"))
  }

  func failure(status: Int) -> SimulatedResponse {
    MusicBrainzFailure.refusal(status, SimulatedResponse.phrase(of: status)).response
  }

  func throttled(retryAfter: Int?) -> SimulatedResponse {
    MusicBrainzFailure.rate.response.adding("Retry-After", retryAfter.map { String($0) })
  }
}

/// Error responses, each with a link to the documentation.
enum MusicBrainzFailure {
  static let notFound = refusal(404, "Not Found")
  static let badID = refusal(400, "Invalid mbid.")
  static let badISRC = refusal(400, "Invalid isrc.")
  static let rate = refusal(
    503,
    "Your requests are exceeding the allowable rate limit. Please see the documentation."
  )

  static func badInclude(_ name: String, _ resource: String) -> Refusal {
    refusal(400, "\(name) is not a valid inc parameter for the \(resource) resource.")
  }

  static func refusal(_ status: Int, _ text: String) -> Refusal {
    Refusal(
      status,
      [
        "error": .string(text),
        "help": "For usage, please see: https://musicbrainz.org/development/mmd",
      ]
    )
  }
}

/// MusicBrainz' ids. Each recording has a former id, which leads to its current one. Some
/// recordings were entered twice with the same ISRC.
struct MusicBrainzIDs {
  let seed: UInt64

  var recordings: OpaqueID { OpaqueID(kind: 61, seed: seed) }
  var mergedRecordings: OpaqueID { OpaqueID(kind: 62, seed: seed) }
  var twins: OpaqueID { OpaqueID(kind: 63, seed: seed) }
  var artists: OpaqueID { OpaqueID(kind: 64, seed: seed) }
  var releases: OpaqueID { OpaqueID(kind: 65, seed: seed) }
  var releaseGroups: OpaqueID { OpaqueID(kind: 66, seed: seed) }

  /// Whether the former id of a recording redirects. If not, the request is answered directly.
  static func leadsOn(_ recording: Int) -> Bool { recording % 2 == 0 }

  /// Whether a recording was entered twice.
  static func hasTwin(_ recording: Int) -> Bool { recording % 5 == 0 }
}
