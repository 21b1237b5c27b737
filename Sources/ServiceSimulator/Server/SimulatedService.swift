/// One service behind a path prefix of the simulator. A fresh one is made at the start and by each
/// reset, so whatever state it has ends there.
protocol SimulatedService: Sendable {
  /// All endpoints; empty where they are not listed yet. A listed service answers no other with a
  /// success.
  var endpoints: [Endpoint] { get }
  func respond(to request: SimulatedRequest) async -> SimulatedResponse
  /// An answer of that status in the service's own form of errors.
  func failure(status: Int) -> SimulatedResponse
  /// What the service says to too many requests.
  func throttled(retryAfter: Int?) -> SimulatedResponse
}

extension SimulatedService {
  var endpoints: [Endpoint] { [] }
}
