@testable import PlayerKitServiceSimulator

/// Records which endpoints of a service were requested, and by which part of a test.
struct EndpointCoverage {
  private let simulator: ServiceSimulator
  private let service: ServiceName
  private let endpoints: [Endpoint]
  private var counted: Int
  private var stories: [Endpoint: String] = [:]

  /// Starts to count requests from now on.
  init(_ service: ServiceName, of simulator: ServiceSimulator) {
    self.simulator = simulator
    self.service = service
    endpoints = simulator.state.endpoints(of: service)
    counted = simulator.requests.count
  }

  /// Assigns the requests since the last call to `story`.
  mutating func record(_ story: String) {
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
  var missed: [Endpoint] { endpoints.filter { stories[$0] == nil } }

  /// A line for each endpoint, with the first story that requested it.
  var table: String {
    endpoints.map { "\($0) | \(stories[$0] ?? "NOTHING")\n" }.joined()
  }
}
