import Locking

/// Remembers which servers answered, so that a server that can't be reached is told from a network that is gone.
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

  /// Whether nothing can be reached: there is no route; or the names of servers can't be asked for; or neither the
  /// server that failed last nor another one that answered before can be connected to.
  package func isLost() async -> Bool {
    let (failed, others) = state.withLock { state in
      (state.failed, state.reached.filter { $0 != state.failed })
    }
    // This machine is always there.
    if let failed, failed.isThisMachine { return false }
    guard probe.hasRoute() else { return true }
    // A proxy knows more of the network than this machine.
    guard !probe.usesProxy() else { return false }
    if let failed {
      switch await probe.lookUp(failed.host) {
      case .noAnswer: return true
      // Somebody who knows has answered.
      case .unknown: return false
      case .found: break
      }
      if await probe.connects(to: failed) { return false }
    }
    guard let other = others.last(where: { !$0.isThisMachine }) else { return false }
    return await !probe.connects(to: other)
  }

  fileprivate func note(_ event: HTTPEvent, of server: Server) {
    switch event {
    case .head:
      state.withLock { state in
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
