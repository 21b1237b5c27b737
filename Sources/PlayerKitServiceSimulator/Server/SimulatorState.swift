import Foundation
import PlayerKitSystem

/// The date as the simulated services see it: the real one, moved forward by whoever tests.
final class SimulatorClock: Sendable {
  private let offset = Locked<TimeInterval>(0)

  var now: Date { Date(timeIntervalSinceNow: offset.withLock { $0 }) }

  func advance(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }

  func reset() { offset.withLock { $0 = 0 } }
}

/// What the connections, the control end points and the face share.
final class SimulatorState: Sendable {
  let clock: SimulatorClock
  let latency: Duration
  let dripPause: Duration
  let stalls = Stalls()
  let spotify: SpotifyState
  let soundCloud: SoundCloudState
  /// What those services that count listens were told.
  let listens: [ServiceName: CountedListens]

  struct Content {
    var plan = FaultPlan()
    var requests: [RequestRecord] = []
    var services: [ServiceName: any SimulatedService]
    var baseURL = ""
  }

  private let content: Locked<Content>
  private let makeServices: @Sendable () -> [ServiceName: any SimulatedService]

  init(
    _ configuration: ServiceSimulator.Configuration,
    clock: SimulatorClock,
    spotify: SpotifyState,
    soundCloud: SoundCloudState,
    listens: [ServiceName: CountedListens],
    makeServices: @escaping @Sendable () -> [ServiceName: any SimulatedService]
  ) {
    self.clock = clock
    latency = configuration.latency
    dripPause = configuration.dripPause
    self.spotify = spotify
    self.soundCloud = soundCloud
    self.listens = listens
    self.makeServices = makeServices
    content = Locked(Content(services: makeServices()))
  }

  /// Changes what is to go wrong.
  func plan(_ change: (inout FaultPlan) -> Void) {
    content.withLock { change(&$0.plan) }
  }

  func reset() {
    spotify.reset()
    soundCloud.reset()
    for listens in listens.values { listens.reset() }
    let services = makeServices()
    content.withLock { $0 = Content(services: services, baseURL: $0.baseURL) }
    clock.reset()
    stalls.endAll()
  }

  func endpoints(of service: ServiceName) -> [Endpoint] {
    content.withLock { $0.services[service] }?.endpoints ?? []
  }

  var requests: [RequestRecord] { content.withLock { $0.requests } }

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
    let record = RequestRecord(request, rawQuery: rawQuery, of: service)
    return content.withLock { content in
      content.requests.append(record)
      guard let served = content.services[service] else { return nil }
      return (content.plan.verdict(for: request.path, of: service), served)
    }
  }
}
