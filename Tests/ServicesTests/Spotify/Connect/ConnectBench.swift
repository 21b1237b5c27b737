import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting

/// A user's playback at a simulated Spotify, by a clock that the test moves.
final class ConnectBench: Sendable {
  let clock: ManualClock
  let host: SpotifyWithoutServer
  let account: SpotifyConnectAccount
  let subscription: SpotifySubscription
  let network: SimulatedNetwork
  private let remote: SettlingRemote

  init(
    clock: ManualClock = ManualClock(),
    latency: Duration = .milliseconds(20),
    device: String? = nil,
    _ change: (inout SpotifySettings) -> Void = { _ in }
  ) {
    self.clock = clock
    let host = SpotifyWithoutServer { clock.date }
    host.change(change)
    network = SimulatedNetwork(host: host)
    let client = SpotifyClient(
      tokens: FixedSpotifyToken(token: host.makeUserToken()),
      configuration: .init(
        baseURL: URL(string: "http://127.0.0.1:1/spotify"),
        transport: network,
        clock: clock
      )
    )
    remote = SettlingRemote(
      base: ClientRemote(client: client, clock: clock),
      clock: clock,
      latency: latency
    )
    subscription = SpotifySubscription(clock: clock)
    account = SpotifyConnectAccount(
      remote: remote,
      subscription: subscription,
      device: device,
      clock: clock
    )
    self.host = host
  }

  func makePlayer() -> SpotifyConnectPlayer { SpotifyConnectPlayer(account: account) }

  /// Playable tracks of the simulator, each with this length.
  func tracks(_ lengths: Duration...) -> [SpotifyTrack] {
    let ids = host.playableTracks(lengths.count)
    host.change { settings in
      for (id, length) in zip(ids, lengths) { settings.trackLengths[id] = length }
    }
    return ids.map { SpotifyTrack(id: $0, subscription: subscription) }
  }

  /// Advances the clock from one deadline to the next. Work at one deadline ends before the next.
  ///
  /// - Parameter check: Called at each deadline.
  func pass(_ time: Duration, _ check: () -> Void = {}) async {
    let end = clock.now + time
    await settle()
    while let next = clock.nextDeadline, next <= end {
      clock.advance(to: next)
      await settle()
      check()
    }
    clock.advance(to: end)
    await settle()
    check()
  }

  /// Waits until only timers are in progress.
  func settle() async {
    while !remote.isAtRest { await Task.yield() }
  }
}

/// Sends requests to a simulated Spotify, and records them.
final class SimulatedNetwork: HTTPTransport {
  private struct State {
    var lines: [String] = []
    var faults: [(line: String, reply: HTTPTransportResponse)] = []
  }

  private let host: SpotifyWithoutServer
  private let state = Locked(State())

  init(host: SpotifyWithoutServer) {
    self.host = host
  }

  /// The requests so far: method, and path below `/v1/me/player`.
  var lines: [String] { state.withLock { $0.lines } }

  func forget() { state.withLock { $0.lines = [] } }

  /// The next request with this beginning gets another answer, and is not sent.
  func fail(_ line: String, by reply: HTTPTransportResponse, times: Int = 1) {
    state.withLock { $0.faults += Array(repeating: (line, reply), count: times) }
  }

  func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let path = String((call.request.path ?? "").dropFirst("/spotify".count))
    let method = call.request.method.rawValue
    let line = "\(method) \(path.replacing("/v1/me/player", with: ""))"
    let fault = state.withLock { state -> HTTPTransportResponse? in
      state.lines.append(line)
      guard let index = state.faults.firstIndex(where: { line.hasPrefix($0.line) }) else {
        return nil
      }
      return state.faults.remove(at: index).reply
    }
    if let fault { return fault }
    var headers: [String: String] = [:]
    for field in call.request.headerFields { headers[field.name.canonicalName] = field.value }
    let answer = await host.answer(
      method: method,
      pathAndQuery: path,
      headers: headers,
      body: call.body ?? Data()
    )
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      if let name = HTTPField.Name(name) { fields[name] = value }
    }
    let response = HTTPResponse(status: .init(code: answer.status), headerFields: fields)
    return HTTPTransportResponse(response, body: answer.body)
  }
}

/// Answers after this time of the clock, and reports when nothing else is in progress.
private final class SettlingRemote: ConnectRemote {
  private let base: ClientRemote
  private let clock: ManualClock
  private let latency: Duration
  private let underWay = Locked(0)

  init(base: ClientRemote, clock: ManualClock, latency: Duration) {
    self.base = base
    self.clock = clock
    self.latency = latency
  }

  var isAtRest: Bool { underWay.withLock { $0 == 0 } }

  func send(
    _ request: ConnectRequest,
    then: @escaping @Sendable (ConnectReply) -> Void
  ) -> @Sendable () -> Void {
    let isGivenUp = Locked(false)
    underWay.withLock { $0 += 1 }
    let due = clock.now + latency
    Task {
      let reply = await base.reply(to: request)
      _ = clock.schedule(at: due) { if !isGivenUp.withLock({ $0 }) { then(reply) } }
      underWay.withLock { $0 -= 1 }
    }
    return { isGivenUp.withLock { $0 = true } }
  }
}

struct FixedSpotifyToken: OAuthTokenProvider {
  let token: String

  func accessToken() async throws -> OAuthAccessToken { OAuthAccessToken(token) }
  func refused(_ token: OAuthAccessToken) async {}
}
