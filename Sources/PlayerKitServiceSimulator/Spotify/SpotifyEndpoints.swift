/// Answers one authorized request: the state that it may change, and the table of routes.
struct SpotifyEndpoints {
  let call: SpotifyCall
  var library: SpotifyLibrary
  var player: SpotifyPlayer

  var catalog: InventedCatalog { call.catalog }
  var writer: SpotifyWriter { call.writer }

  typealias Handler =
    @Sendable (inout SpotifyEndpoints, [String]) throws -> SimulatedResponse

  /// The requirements of a route for the app and its token.
  enum Need: Sendable {
    case nothing
    /// Not available in development mode.
    case extended
    /// A user. If scopes are named, one of them is required.
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

  /// A read-only route with at most one path parameter.
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
    // In development mode, removed endpoints are reported as forbidden.
    guard !found.isEmpty else {
      throw call.isDevelopment ? SpotifyFailure.forbidden : SpotifyFailure.noService
    }
    guard let route = found.first(where: { $0.route.endpoint.method == call.request.method })
    else { throw SpotifyFailure.method }
    return try route.route.handler(&self, route.values)
  }
}
