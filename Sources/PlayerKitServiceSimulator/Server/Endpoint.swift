/// An endpoint of a simulated service: a method, and a path in which `{…}` stands for any one
/// segment.
///
/// A path may end with a parameter that distinguishes the endpoint:
/// `GET /v1/catalog/{storefront}/songs?filter[isrc]`. `?ids[]` stands for any parameter `ids[…]`.
package struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  let method: Substring
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

  /// The decoded values for the braces of the path, or `nil` if the path does not match.
  func values(in path: String) -> [String]? {
    let asked = path.split(separator: "/")
    guard asked.count == segments.count else { return nil }
    var values: [String] = []
    for (text, segment) in zip(asked, segments) {
      if segment.hasPrefix("{") {
        values.append(text.removingPercentEncoding ?? String(text))
      } else if text != segment {
        return nil
      }
    }
    return values
  }

  /// Whether a request with parameters of these names matches this endpoint. `nil` ignores the
  /// parameters.
  func matches(method: String, path: String, names: [String]?) -> Bool {
    guard method == self.method, values(in: path) != nil else { return false }
    guard let parameter, let names else { return true }
    let isPrefix = parameter.hasSuffix("[]")
    return names.contains { isPrefix ? $0.hasPrefix(parameter.dropLast()) : $0 == parameter }
  }
}

/// An endpoint and its handler.
struct Route<Handler: Sendable>: Sendable {
  let endpoint: Endpoint
  let handler: Handler

  init(_ endpoint: String, _ handler: Handler) {
    self.endpoint = Endpoint(endpoint)
    self.handler = handler
  }
}

/// Records which endpoints of a service were requested, and by which part of a test.
package struct EndpointCoverage {
  private let simulator: ServiceSimulator
  private let service: ServiceName
  private let endpoints: [Endpoint]
  private var counted: Int
  private var stories: [Endpoint: String] = [:]

  /// Starts to count requests from now on.
  package init(_ service: ServiceName, of simulator: ServiceSimulator) {
    self.simulator = simulator
    self.service = service
    endpoints = simulator.state.endpoints(of: service)
    counted = simulator.requests.count
  }

  /// Assigns the requests since the last call to `story`.
  package mutating func record(_ story: String) {
    // Endpoints with a parameter come before plain ones.
    let ordered =
      endpoints.filter { $0.description.contains("?") }
      + endpoints.filter { !$0.description.contains("?") }
    let requests = simulator.requests
    for request in requests.dropFirst(counted) where request.service == service.rawValue {
      let path = String(request.path.dropFirst(service.folder.count + 1))
      let names = Query.pairs(of: request.query).map(\.name)
      let asked = ordered.first { $0.matches(method: request.method, path: path, names: names) }
      if let asked, stories[asked] == nil { stories[asked] = story }
    }
    counted = requests.count
  }

  /// The endpoints without any request.
  package var missed: [Endpoint] { endpoints.filter { stories[$0] == nil } }

  /// A line for each endpoint, with the first story that requested it.
  package var table: String {
    endpoints.map { "\($0) | \(stories[$0] ?? "NOTHING")\n" }.joined()
  }
}
