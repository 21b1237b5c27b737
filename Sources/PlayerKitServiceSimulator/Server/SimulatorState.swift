import Foundation
import PlayerKitSystem

/// The clock of the simulated services: the real time, moved forward by tests.
final class SimulatorClock: Sendable {
  private let offset = Locked<TimeInterval>(0)

  var now: Date { Date(timeIntervalSinceNow: offset.withLock { $0 }) }

  func advance(by seconds: TimeInterval) { offset.withLock { $0 += seconds } }

  func reset() { offset.withLock { $0 = 0 } }
}

/// The state shared by the connections, the control endpoints, and the simulator's API.
final class SimulatorState: Sendable {
  let clock: SimulatorClock
  let latency: Duration
  let dripPause: Duration
  let stalls = Stalls()
  let spotify: SpotifyState
  let soundCloud: SoundCloudState
  let jellyfin: JellyfinState
  /// The listens that the scrobbling services received.
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
    jellyfin: JellyfinState,
    listens: [ServiceName: CountedListens],
    makeServices: @escaping @Sendable () -> [ServiceName: any SimulatedService]
  ) {
    self.clock = clock
    latency = configuration.latency
    dripPause = configuration.dripPause
    self.spotify = spotify
    self.soundCloud = soundCloud
    self.jellyfin = jellyfin
    self.listens = listens
    self.makeServices = makeServices
    content = Locked(Content(services: makeServices()))
  }

  /// Changes the planned faults.
  func plan(_ change: (inout FaultPlan) -> Void) {
    content.withLock { change(&$0.plan) }
  }

  func reset() {
    spotify.reset()
    soundCloud.reset()
    jellyfin.reset()
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

  /// `http://127.0.0.1:PORT`, available once the server listens.
  var baseURL: String {
    get { content.withLock { $0.baseURL } }
    set { content.withLock { $0.baseURL = newValue } }
  }

  /// Records a request and decides its outcome.
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
