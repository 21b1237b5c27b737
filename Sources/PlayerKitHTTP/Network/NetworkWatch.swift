import PlayerKitSystem

/// Remembers which servers answered, so that a server that can't be reached is told from a network
/// that is gone.
///
/// It asks nobody but servers that were asked before. Threads: any.
package final class NetworkWatch: Sendable {
  /// A server, as far as connecting needs it.
  struct Server: Hashable, Sendable {
    let host: String
    let port: Int
  }

  private struct State {
    /// Those that answered, the last one last.
    var reached: [Server] = []
    /// The one that could not be reached last.
    var failed: Server?
  }

  /// How many servers are remembered.
  private static let capacity = 8

  private let state = Locked(State())
  private let probe: NetworkProbe

  package convenience init() {
    self.init(probe: .system)
  }

  init(probe: NetworkProbe) {
    self.probe = probe
  }

  /// The same fetcher, with what comes of its requests remembered.
  package func watching(_ fetcher: any HTTPFetcher) -> any HTTPFetcher {
    WatchedFetcher(base: fetcher, watch: self)
  }

  /// Whether nothing can be reached: there is no route; or neither the server that failed last nor
  /// any other that answered before. If nothing has failed, or there is no other server to compare
  /// with, it is `false`.
  package func isLost() async -> Bool {
    let (failed, reached) = state.withLock { ($0.failed, $0.reached) }
    // This machine is always there. A proxy knows more of the network than this machine.
    guard let failed, !failed.isThisMachine, !probe.usesProxy() else { return false }
    guard probe.hasRoute() else { return true }
    switch await probe.lookUp(failed.host) {
    // Somebody who knows has answered.
    case .unknown: return false
    case .found: if await probe.connects(to: failed) { return false }
    // It may be the servers of this one name that are gone.
    case .noAnswer: break
    }
    let others = reached.filter { !$0.isThisMachine && $0.host != failed.host }
    guard !others.isEmpty else { return false }
    return await !withTaskGroup { group in
      for other in others { group.addTask { [probe] in await probe.connects(to: other) } }
      return await group.contains(true)
    }
  }

  fileprivate func note(_ event: HTTPEvent, of server: Server) {
    switch event {
    case .head:
      state.withLock { state in
        if state.failed == server { state.failed = nil }
        state.reached.removeAll { $0 == server }
        state.reached.append(server)
        state.reached.removeFirst(max(0, state.reached.count - Self.capacity))
      }
    case .end(let failure?):
      switch failure {
      case .unknownHost, .noConnection, .timedOut, .cut: state.withLock { $0.failed = server }
      case .unsupportedURL, .untrusted, .malformed, .blockedRedirect, .downgraded, .bodyLedAway,
        .tooManyRedirects, .outOfReach, .closed:
        break
      }
    case .ledOn, .data, .end(nil): break
    }
  }
}

extension NetworkWatch.Server {
  fileprivate var isThisMachine: Bool {
    if let address = IPAddress(host) { return address.isLoopback }
    return host == "localhost" || host.hasSuffix(".localhost")
  }
}

/// Fetches, and has it remembered what came of it.
private struct WatchedFetcher: HTTPFetcher {
  let base: any HTTPFetcher
  let watch: NetworkWatch

  func fetch(
    _ request: HTTPFetch,
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> (any HTTPTask)? {
    let port = request.url.port ?? (request.url.isHTTPS ? 443 : 80)
    let server = NetworkWatch.Server(host: request.url.plainHost.lowercased(), port: port)
    return base.fetch(request) { [watch] event in
      watch.note(event, of: server)
      handler(event)
    }
  }

  func close() { base.close() }
}
