import Foundation

/// Answers for `/v1/me/…`, for a user whose token is good.
struct PersonalEndpoints {
  let request: SimulatedRequest
  let query: Query
  let settings: AppleMusicService.Settings
  let writer: ResourceWriter
  /// Changed by what is written; whoever called keeps it.
  var library: Library

  var isReading: Bool { request.method == "GET" || request.method == "HEAD" }

  mutating func answer(_ segments: [String]) throws -> SimulatedResponse {
    let rest = Array(segments.dropFirst())
    switch segments.first {
    case "library": return try libraryAnswer(rest)
    case "ratings": return try rating(rest)
    case "favorites": return try favorite(rest)
    default: break
    }
    guard isReading else { return AppleMusicFailure.wrongMethod.response }
    switch segments.joined(separator: "/") {
    case "storefront":
      return .json(["data": [StorefrontEndpoints.resource(writer.store.storefront)]])
    case "history/heavy-rotation": return .json(try history(heavyRotation, maximum: 10))
    case "recent/played": return .json(try history(recentlyPlayed, maximum: 10))
    case "recent/radio-stations": return .json(try history(recentStations, maximum: 10))
    case "recent/played/tracks": return .json(try recentTracks())
    case "music-summaries": return .json(try musicSummaries())
    default: break
    }
    guard segments.first == "recommendations" else { throw AppleMusicFailure.unknownPath }
    return .json(try recommendations(rest))
  }
}
