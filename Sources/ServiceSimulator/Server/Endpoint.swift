/// An endpoint of a simulated service: a method, and a path in which `{…}` stands for any one segment.
///
/// A path may end with the parameter that makes it an endpoint of its own:
/// `GET /v1/catalog/{storefront}/songs?filter[isrc]`; `?ids[]` is any parameter `ids[…]`.
package struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  private let method: Substring
  private let segments: [Substring]
  private let parameter: Substring?

  init(_ description: String) {
    self.description = description
    let words = description.split(separator: " ", maxSplits: 1)
    let parts = (words.last ?? "").split(separator: "?", maxSplits: 1)
    method = words.first ?? ""
    segments = (parts.first ?? "").split(separator: "/")
    parameter = parts.count == 2 ? parts[1] : nil
  }

  /// Whether a request with parameters of these names is for this endpoint; `nil`: whatever its
  /// parameters are.
  func matches(method: String, path: String, names: [String]?) -> Bool {
    let asked = path.split(separator: "/")
    guard method == self.method, asked.count == segments.count,
      zip(segments, asked).allSatisfy({ $0.hasPrefix("{") || $0 == $1 })
    else { return false }
    guard let parameter, let names else { return true }
    let isPrefix = parameter.hasSuffix("[]")
    return names.contains { isPrefix ? $0.hasPrefix(parameter.dropLast()) : $0 == parameter }
  }
}

extension [Endpoint] {
  /// The endpoint that a request is for: the first that matches, so that those with a parameter
  /// stand before the plain ones.
  func endpoint(method: String, path: String, names: [String]) -> Endpoint? {
    first { $0.matches(method: method, path: path, names: names) }
  }

  init(_ descriptions: [String]) {
    let endpoints = descriptions.map(Endpoint.init)
    self =
      endpoints.filter { $0.description.contains("?") }
      + endpoints.filter { !$0.description.contains("?") }
  }
}

/// Which endpoints of a service were asked, and by what part of a test.
package struct EndpointCoverage {
  private let simulator: ServiceSimulator
  private let service: ServiceName
  private var counted: Int
  private var stories: [Endpoint: String] = [:]

  /// Counts from now on.
  package init(_ service: ServiceName, of simulator: ServiceSimulator) {
    self.simulator = simulator
    self.service = service
    counted = simulator.requests.count
  }

  /// Ascribes the requests since the last call to `story`.
  package mutating func record(_ story: String) {
    let endpoints = simulator.endpoints(of: service)
    let requests = simulator.requests
    for request in requests.dropFirst(counted) where request.service == service.rawValue {
      let path = String(request.path.dropFirst(service.folder.count + 1))
      let names = QueryString.pairs(of: request.query).map(\.name)
      let endpoint = endpoints.endpoint(method: request.method, path: path, names: names)
      if let endpoint, stories[endpoint] == nil { stories[endpoint] = story }
    }
    counted = requests.count
  }

  /// The endpoints that nothing asked for.
  package var missed: [Endpoint] {
    simulator.endpoints(of: service).filter { stories[$0] == nil }
  }

  /// A line for each endpoint, with what asked for it first.
  package var table: String {
    simulator.endpoints(of: service).map { "\($0) | \(stories[$0] ?? "NOTHING")\n" }.joined()
  }
}

extension ServiceSimulator {
  /// The endpoints of a service. It answers no other with a success.
  package func endpoints(of service: ServiceName) -> [Endpoint] { state.endpoints(of: service) }
}
