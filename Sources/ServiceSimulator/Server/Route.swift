/// A method and a path that a simulated service answers, such as `GET /v1/tracks/:id`. A part with a
/// colon stands for any text.
struct Route<Handler: Sendable>: Sendable {
  let name: String
  let handler: Handler
  private let method: Substring
  private let parts: [Substring]

  init(_ name: String, _ handler: Handler) {
    self.name = name
    self.handler = handler
    let words = name.split(separator: " ")
    method = words.first ?? ""
    parts = words.last?.split(separator: "/") ?? []
  }

  /// What stands at the colons of a path; nil where this is another path.
  func parameters(of path: String) -> [String]? {
    let texts = path.split(separator: "/")
    guard texts.count == parts.count else { return nil }
    var parameters: [String] = []
    for (text, part) in zip(texts, parts) {
      if part.hasPrefix(":") {
        parameters.append(text.removingPercentEncoding ?? String(text))
      } else if text != part {
        return nil
      }
    }
    return parameters
  }

  func takes(_ method: String) -> Bool { self.method == method }
}

extension ServiceSimulator {
  /// The routes of a service that keeps a table of them, by their names.
  package static func routes(of service: ServiceName) -> [String] {
    table(of: service).map(\.name)
  }

  /// The routes that none of `requests` has asked for.
  package static func unusedRoutes(
    of service: ServiceName,
    by requests: [RequestRecord]
  ) -> [String] {
    let asked = requests.filter { $0.service == service.rawValue }.map {
      (method: $0.method, path: $0.path.dropFirst(service.folder.count + 1))
    }
    return table(of: service).filter { route in
      !asked.contains { route.takes($0.method) && route.parameters(of: String($0.path)) != nil }
    }.map(\.name)
  }

  private static func table(of service: ServiceName) -> [Route<Void>] {
    switch service {
    case .spotify: SpotifyEndpoints.routes.map { Route($0.name, ()) }
    case .deezer: DeezerEndpoints.routes.map { Route($0.name, ()) }
    case .appleMusic, .itunes, .media, .spotifyAccounts: []
    }
  }
}
