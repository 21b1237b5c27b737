import Foundation

/// Answers requests for `/v1/me/…` by a user with a valid token.
struct PersonalEndpoints {
  let request: SimulatedRequest
  let query: Query
  let settings: AppleMusicService.Settings
  let writer: ResourceWriter
  /// The library, with this request's changes. The caller stores it.
  var library: Library

  var catalog: InventedCatalog { library.catalog }
  var libraryWriter: LibraryWriter {
    LibraryWriter(libraryStore: LibraryStore(library, now: request.now), writer: writer)
  }

  mutating func answer(_ segments: [String]) throws -> SimulatedResponse {
    let rest = Array(segments.dropFirst())
    switch segments.first {
    case "library":
      return request.isReading ? .json(try readLibrary(rest)) : try changeLibrary(rest)
    case "ratings": return try rating(rest)
    case "favorites":
      guard rest.isEmpty else { throw AppleMusicFailure.notFound }
      guard request.method == "POST" else { throw AppleMusicFailure.wrongMethod }
      guard query.bracketed("ids").contains(where: { !$0.values.isEmpty }) else {
        throw AppleMusicFailure.noIDs
      }
      return SimulatedResponse(status: 202)
    default: break
    }
    guard request.isReading else { throw AppleMusicFailure.wrongMethod }
    switch segments.joined(separator: "/") {
    case "storefront":
      return .json(["data": [StorefrontEndpoints.resource(writer.store.storefront)]])
    case "history/heavy-rotation": return .json(try history(heavyRotation))
    case "recent/played": return .json(try history(recentlyPlayed))
    case "recent/radio-stations": return .json(try history(ResourceKind.stations.at(0..<12)))
    case "recent/played/tracks": return .json(try recentTracks())
    case "music-summaries": return .json(try musicSummaries())
    default: break
    }
    guard segments.first == "recommendations" else { throw AppleMusicFailure.unknownPath }
    return .json(try recommendations(rest))
  }

  // MARK: - Ratings

  private static let ratedTypes = [
    "songs", "albums", "playlists", "music-videos", "stations", "library-songs",
    "library-albums", "library-playlists", "library-music-videos",
  ]

  private mutating func rating(_ segments: [String]) throws -> SimulatedResponse {
    guard let type = segments.first, Self.ratedTypes.contains(type) else {
      throw AppleMusicFailure.invalidPath("Unknown resource type '\(segments.first ?? "")'")
    }
    guard segments.count == 2 else {
      guard segments.count == 1, request.isReading else { throw AppleMusicFailure.wrongMethod }
      return .json(["data": .array(try query.wanted("ids").compactMap { resource(type, $0) })])
    }
    let id = segments[1]
    switch request.readMethod {
    case "PUT": library.ratings["\(type)/\(id)"] = try ratedValue()
    case "DELETE":
      library.ratings["\(type)/\(id)"] = nil
      return SimulatedResponse(status: 204)
    case "GET": break
    default: throw AppleMusicFailure.wrongMethod
    }
    guard let rating = resource(type, id) else { throw AppleMusicFailure.notFound }
    return .json(["data": [rating]])
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
    let body = request.object
    let attributes = body?["attributes"] as? [String: Any]
    guard body?["type"] as? String == "rating", let value = attributes?["value"] as? Int,
      value == 1 || value == -1
    else { throw AppleMusicFailure.invalid("Value must be 1 or -1", parameter: "value") }
    return value
  }
}
