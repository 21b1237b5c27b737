/// Answers one request that was let in: what it may change, and the table of what there is.
struct SpotifyEndpoints {
  let call: SpotifyCall
  var library: SpotifyLibrary
  var player: SpotifyPlayer

  var catalog: InventedCatalog { call.catalog }
  var writer: SpotifyWriter { call.writer }

  typealias Handler =
    @Sendable (inout SpotifyEndpoints, [String]) throws -> SimulatedResponse

  /// What a route asks of the app and of its token.
  enum Need: Sendable {
    case nothing
    /// Development mode does not have it.
    case extended
    /// A user; where scopes are named, one of these.
    case user(Set<String>)
  }

  static let routes: [Route<Handler>] =
    catalogRoutes + showRoutes + personalRoutes + playlistRoutes + playerRoutes

  static func route(_ name: String, _ need: Need = .nothing, _ handler: @escaping Handler)
    -> Route<Handler>
  {
    Route(name) { endpoints, parameters in
      switch need {
      case .nothing: break
      case .extended:
        guard !endpoints.call.isDevelopment else { throw SpotifyFailure.forbidden }
      case .user(let scopes): try endpoints.call.wantsUser(scopes)
      }
      return try handler(&endpoints, parameters)
    }
  }

  /// A route that only reads, with at most one part for any text.
  static func json(
    _ name: String,
    _ need: Need = .nothing,
    _ handler: @escaping @Sendable (SpotifyEndpoints, String) throws -> JSON
  ) -> Route<Handler> {
    route(name, need) { .json(try handler($0, $1.first ?? "")) }
  }

  mutating func answer() throws -> SimulatedResponse {
    let found = Self.routes.compactMap { route in
      route.endpoint.values(in: call.request.path).map { (route: route, values: $0) }
    }
    // Development mode is told so of what was taken from it.
    guard !found.isEmpty else {
      throw call.isDevelopment ? SpotifyFailure.forbidden : SpotifyFailure.noService
    }
    guard let route = found.first(where: { $0.route.endpoint.method == call.request.method })
    else { throw SpotifyFailure.method }
    return try route.route.handler(&self, route.values)
  }
}
