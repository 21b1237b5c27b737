import Foundation
import Locking

/// What the connections, the control end points and the face share.
final class SimulatorState: Sendable {
  let clock: SimulatorClock
  let latency: Duration
  let dripPause: Duration
  let stalls = Stalls()
  let spotify: SpotifyState

  private struct Content {
    var plan = FaultPlan()
    var requests: [RequestRecord] = []
    var services: [ServiceName: any SimulatedService]
    var baseURL = ""
  }

  private let content: Locked<Content>
  private let makeServices: @Sendable () -> [ServiceName: any SimulatedService]

  init(
    clock: SimulatorClock,
    latency: Duration,
    dripPause: Duration,
    spotify: SpotifyState,
    makeServices: @escaping @Sendable () -> [ServiceName: any SimulatedService]
  ) {
    self.clock = clock
    self.latency = latency
    self.dripPause = dripPause
    self.spotify = spotify
    self.makeServices = makeServices
    content = Locked(Content(services: makeServices()))
  }

  // MARK: - Control

  func throttle(_ service: ServiceName, requests: Int, retryAfter: Int?) {
    content.withLock { $0.plan.throttle(service, requests: requests, retryAfter: retryAfter) }
  }

  func add(_ fault: Fault, to service: ServiceName) {
    content.withLock { $0.plan.add(fault, to: service) }
  }

  func advance(by seconds: TimeInterval) {
    clock.advance(by: seconds)
  }

  func reset() {
    spotify.reset()
    let services = makeServices()
    content.withLock { content in
      content.plan = FaultPlan()
      content.requests = []
      content.services = services
    }
    clock.reset()
    stalls.endAll()
  }

  func endpoints(of service: ServiceName) -> [Endpoint] {
    content.withLock { $0.services[service] }?.endpoints ?? []
  }

  var requests: [RequestRecord] {
    content.withLock { $0.requests }
  }

  // MARK: - Serving

  /// `http://127.0.0.1:PORT`, known once the server listens.
  var baseURL: String {
    get { content.withLock { $0.baseURL } }
    set { content.withLock { $0.baseURL = newValue } }
  }

  /// Notes a request and decides about it.
  func verdict(
    for request: SimulatedRequest,
    rawQuery: String,
    of service: ServiceName
  ) -> (FaultPlan.Verdict, any SimulatedService)? {
    let record = RequestRecord(
      service: service,
      method: request.method,
      path: "/\(service.folder)\(request.path)",
      query: rawQuery,
      headers: request.headers,
      time: request.now
    )
    return content.withLock { content in
      content.requests.append(record)
      guard let served = content.services[service] else { return nil }
      return (content.plan.verdict(for: request.path, of: service), served)
    }
  }
}
