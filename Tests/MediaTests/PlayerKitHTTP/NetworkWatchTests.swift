import Foundation
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitHTTP

/// The watch distinguishes an unreachable server from a lost network.
@Suite("The state of the network", .tags(.local)) struct NetworkWatchTests {
  /// The network of a test.
  private struct Net: Sendable {
    var hasRoute = true
    var usesProxy = false
    var lookup = NetworkProbe.Lookup.found
    /// The hosts that take a connection.
    var alive: Set<String> = []
  }

  private let net = Locked(Net())
  private let asked = Locked<[String]>([])
  private let watch: NetworkWatch

  init() {
    watch = NetworkWatch(
      probe: NetworkProbe(
        hasRoute: { [net] in net.withLock { $0.hasRoute } },
        usesProxy: { [net] in net.withLock { $0.usesProxy } },
        lookUp: { [net] _ in net.withLock { $0.lookup } },
        connects: { [net, asked] server in
          asked.withLock { $0.append(server.host) }
          return net.withLock { $0.alive.contains(server.host) }
        }
      )
    )
  }

  /// Ends a request to a host with an event.
  private func request(_ host: String, _ event: HTTPEvent) throws {
    let url = try #require(URL(string: "https://\(host)/a"))
    _ = watch.watching(OneEvent(event: event)).fetch(HTTPTransportRequest(to: url)) { _ in }
  }

  private func answer(_ host: String) throws {
    let url = try #require(URL(string: "https://\(host)/a"))
    try request(
      host,
      .head(HTTPTransportResponse(status: 200, fields: [:], url: url, reach: .everywhere))
    )
  }

  @Test("Without a route there is no network, with any failure")
  func noRoute() async throws {
    try request("a.example", .end(.noConnection))
    net.withLock { $0.hasRoute = false }
    #expect(await watch.isLost())
  }

  @Test("A server on this machine reveals nothing about the network")
  func loopback() async throws {
    net.withLock { $0.hasRoute = false }
    for host in ["localhost", "127.0.0.1", "[::1]"] {
      try request(host, .end(.noConnection))
      #expect(await !watch.isLost(), "\(host)")
    }
  }

  @Test("An unavailable name service means no network, an unknown name does not")
  func names() async throws {
    try request("a.example", .end(.unknownHost))
    net.withLock { $0.lookup = .noAnswer }
    #expect(await !watch.isLost(), "there is no other server to compare")
    try answer("b.example")
    #expect(await watch.isLost())
    net.withLock { $0.alive = ["b.example"] }
    #expect(await !watch.isLost(), "only one name's servers are gone")
    net.withLock { $0.lookup = .unknown }
    #expect(await !watch.isLost())
  }

  @Test("Two silent servers mean no network, one of two does not")
  func secondServer() async throws {
    try answer("b.example")
    try request("a.example", .end(.timedOut))
    #expect(await watch.isLost())
    #expect(asked.withLock { $0 } == ["a.example", "b.example"])
    try answer("c.example")
    net.withLock { $0.alive = ["c.example"] }
    #expect(await !watch.isLost())
    net.withLock { $0.alive = ["b.example"] }
    #expect(await !watch.isLost())
    net.withLock { $0.alive = ["a.example"] }
    #expect(await !watch.isLost())
  }

  @Test("Without a second server to compare, only the server is gone")
  func nothingKnown() async throws {
    #expect(await !watch.isLost())
    net.withLock { $0.hasRoute = false }
    #expect(await !watch.isLost(), "nothing has failed")
    net.withLock { $0.hasRoute = true }
    try request("a.example", .end(.noConnection))
    #expect(await !watch.isLost())
    try answer("localhost")
    #expect(await !watch.isLost())
    try request("a.example", .end(.noConnection))
    try answer("a.example")
    net.withLock { $0.hasRoute = false }
    #expect(await !watch.isLost(), "it has answered since then")
  }

  @Test("If there is a proxy, no server is contacted")
  func proxy() async throws {
    try answer("b.example")
    try request("a.example", .end(.noConnection))
    net.withLock { $0.usesProxy = true }
    #expect(await !watch.isLost())
    #expect(asked.withLock { $0.isEmpty })
  }

  @Test("The system reaches a server on this machine, and fails to look up an invalid name")
  func system() async throws {
    let probe = NetworkProbe.system
    let server = try LoopbackServer { _ in .init() }
    let port = try #require(server.url("/").port)
    #expect(await probe.connects(to: .init(host: "127.0.0.1", port: port)))
    #expect(await probe.lookUp("127.0.0.1") == .found)
    #expect(await probe.lookUp("no such name") != .found)
  }

  private struct OneEvent: HTTPFetcher {
    let event: HTTPEvent

    func fetch(
      _ request: HTTPTransportRequest,
      _ handler: @escaping @Sendable (HTTPEvent) -> Void
    ) -> (any HTTPTask)? {
      handler(event)
      return nil
    }

    func close() {}
  }
}
