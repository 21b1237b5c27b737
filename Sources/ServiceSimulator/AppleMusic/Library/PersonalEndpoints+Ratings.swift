import Foundation

/// `/v1/me/ratings/…` and `/v1/me/favorites`.
extension PersonalEndpoints {
  private static let ratedTypes = [
    "songs", "albums", "playlists", "music-videos", "stations", "library-songs",
    "library-albums", "library-playlists", "library-music-videos",
  ]

  mutating func rating(_ segments: [String]) throws -> SimulatedResponse {
    guard let type = segments.first, Self.ratedTypes.contains(type) else {
      throw AppleMusicFailure.invalidPath("Unknown resource type '\(segments.first ?? "")'")
    }
    guard segments.count == 2 else {
      guard segments.count == 1, isReading else { return AppleMusicFailure.wrongMethod.response }
      guard let ids = query.list("ids"), !ids.isEmpty else { throw AppleMusicFailure.noIDs }
      return .json(["data": .array(ids.compactMap { resource(type, $0) })])
    }
    let id = segments[1]
    switch request.method {
    case "GET", "HEAD":
      guard let rating = resource(type, id) else { throw AppleMusicFailure.notFound }
      return .json(["data": [rating]])
    case "PUT":
      library.ratings["\(type)/\(id)"] = try ratedValue()
      return .json(["data": .array([resource(type, id)].compactMap { $0 })])
    case "DELETE":
      library.ratings["\(type)/\(id)"] = nil
      return SimulatedResponse(status: 204)
    default: return AppleMusicFailure.wrongMethod.response
    }
  }

  private func resource(_ type: String, _ id: String) -> JSON? {
    library.ratings["\(type)/\(id)"].map {
      [
        "id": .string(id), "type": "ratings", "href": .string("/v1/me/ratings/\(type)/\(id)"),
        "attributes": ["value": .number($0)],
      ]
    }
  }

  /// 1 for loved, -1 for disliked.
  private func ratedValue() throws -> Int {
    let body = (try? JSONSerialization.jsonObject(with: request.body)) as? [String: Any]
    let attributes = body?["attributes"] as? [String: Any]
    guard body?["type"] as? String == "rating", let value = attributes?["value"] as? Int,
      value == 1 || value == -1
    else { throw AppleMusicFailure.invalid("Value must be 1 or -1", parameter: "value") }
    return value
  }

  mutating func favorite(_ segments: [String]) throws -> SimulatedResponse {
    guard segments.isEmpty else { throw AppleMusicFailure.notFound }
    let ids = query.bracketed("ids").flatMap { pair in pair.values.map { "\(pair.key)/\($0)" } }
    guard request.method == "POST" else { return AppleMusicFailure.wrongMethod.response }
    guard !ids.isEmpty else { throw AppleMusicFailure.noIDs }
    library.favorites.formUnion(ids)
    return SimulatedResponse(status: 202)
  }
}
