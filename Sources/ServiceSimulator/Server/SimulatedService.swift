/// One service behind a path prefix of the simulator. A fresh one is made at the start and by each
/// reset, so whatever state it has ends there.
protocol SimulatedService: Sendable {
  func respond(to request: SimulatedRequest) async -> SimulatedResponse
  /// An answer of that status in the service's own form of errors.
  func failure(status: Int) -> SimulatedResponse
  /// What the service says to too many requests.
  func throttled(retryAfter: Int?) -> SimulatedResponse
}
