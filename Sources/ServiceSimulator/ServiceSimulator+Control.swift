import Foundation

/// The control end points, for who has the simulator in the same process. Each works at once.
extension ServiceSimulator {
  /// The next requests to the service get its own form of "too many requests".
  ///
  /// - Parameter retryAfter: Seconds, sent by services that send such a header.
  package func throttle(_ service: ServiceName, requests: Int = 1, retryAfter: Int? = nil) {
    state.throttle(service, requests: requests, retryAfter: retryAfter)
  }

  /// Lets some of the service's answers go wrong.
  package func add(_ fault: Fault, to service: ServiceName) {
    state.add(fault, to: service)
  }

  /// Moves the simulator's clock forward: tokens and windows of rates expire.
  package func advance(by duration: Duration) {
    state.advance(by: duration / .seconds(1))
  }

  /// All as at the start; the credentials stay. Stalled connections are closed.
  package func reset() {
    state.reset()
  }

  /// The requests so far, those to the control excepted, oldest first.
  package var requests: [RequestRecord] {
    state.requests
  }

  /// How many connections a stall keeps waiting now.
  package var stalledConnections: Int {
    state.stalls.count
  }

  /// A developer token by the simulator's clock, good for an hour or with a flaw.
  package func makeDeveloperToken(flaw: DeveloperToken.Flaw? = nil) throws -> String {
    try DeveloperToken.make(key: developerKey, now: state.clock.now, life: 3600, flaw: flaw)
  }
}
