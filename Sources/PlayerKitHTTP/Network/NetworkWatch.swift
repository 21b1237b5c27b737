import PlayerKitSystem

/// Remembers which servers answered, to distinguish an unreachable server from a lost network.
///
/// It contacts only servers that were requested before. It may be used on any thread.
package final class NetworkWatch: Sendable {
  /// The host and port of a server.
  struct Server: Hashable, Sendable {
    let host: String
    let port: Int
  }

  private struct State {
    /// The servers that answered, the most recent last.
    var reached: [Server] = []
    /// The server that failed most recently.
    var failed: Server?
  }

  /// The maximum number of remembered servers.
  private static let capacity = 8

  private let state = Locked(State())
  private let probe: NetworkProbe

  package convenience init() {
    self.init(probe: .system)
  }

  init(probe: NetworkProbe) {
    self.probe = probe
  }

  /// Returns a fetcher that records the outcome of its requests here.
  package func watching(_ fetcher: any HTTPFetcher) -> any HTTPFetcher {
    WatchedFetcher(base: fetcher, watch: self)
  }

  /// Returns whether nothing can be reached: there is no route, or neither the server that failed
  /// last nor any other that answered before is reachable. Returns `false` if nothing has failed,
  /// or there is no other server to compare with.
  package func isLost() async -> Bool {
    let (failed, reached) = state.withLock { ($0.failed, $0.reached) }
    // This machine is always reachable. A proxy knows more of the network than this machine.
    guard let failed, !failed.isThisMachine, !probe.usesProxy() else { return false }
    guard probe.hasRoute() else { return true }
    switch await probe.lookUp(failed.host) {
    // A name server has answered.
    case .unknown: return false
    case .found: if await probe.connects(to: failed) { return false }
    // Perhaps only the name servers of this host are unreachable.
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
    case .end(let failure?)
    where [.unknownHost, .noConnection, .timedOut, .cut].contains(failure):
      state.withLock { $0.failed = server }
    case .redirected, .data, .end: break
    }
  }
}

extension NetworkWatch.Server {
  fileprivate var isThisMachine: Bool {
    if let address = IPAddress(host) { return address.isLoopback }
    return host == "localhost" || host.hasSuffix(".localhost")
  }
}

/// A fetcher that records the outcome of its requests.
private struct WatchedFetcher: HTTPFetcher {
  let base: any HTTPFetcher
  let watch: NetworkWatch

  func fetch(
    _ request: HTTPTransportRequest,
    _ handler: @escaping @Sendable (HTTPEvent) -> Void
  ) -> (any HTTPTask)? {
    guard let url = request.url else { return base.fetch(request, handler) }
    let port = url.port ?? (url.isHTTPS ? 443 : 80)
    let server = NetworkWatch.Server(host: url.plainHost.lowercased(), port: port)
    return base.fetch(request) { [watch] event in
      watch.note(event, of: server)
      handler(event)
    }
  }

  func close() { base.close() }
}
