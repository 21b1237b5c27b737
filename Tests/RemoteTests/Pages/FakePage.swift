import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import PlayerKitWebServer

@testable import PlayerKitPagePlayers

/// A player page on a manual clock: the page, its players and the network between. It speaks JSON
/// to the host, like a real page.
final class FakePage: PageLink {
  struct Media: Sendable {
    var duration = Duration.seconds(30)
    /// The code with which it fails to load.
    var failure: String?
    /// How long it takes until it can play.
    var loadTime = Duration.milliseconds(100)
    var needsClick = false
  }

  private struct Load: Sendable {
    var number: Int
    var media: Media
    var item: PageItem
    var position: Duration
    var since: MonotonicInstant
    var rate: Double
    var isPlaying = false
    var wantsToPlay: Bool
    var isReady = false
  }

  private struct State: Sendable {
    var connection: Int?
    var page = FakePage.makeID()
    var sequence = 0
    var load: Load?
    var isActivated: Bool
    /// A page that hangs hears nothing and says nothing; what sounds goes on.
    var isHanging = false
    /// Changes with each change of the load, so that older timers have no effect.
    var generation = 0
    var received: [PageCommand] = []
    var closing: WebSocketClose?
    /// Whether the page forgets to answer `stop`.
    var ignoresStop = false
  }

  private let host: PageHost
  private let clock: any PlaybackClock
  private let latency: Duration
  private let session: String
  private let media: @Sendable (PageItem) -> Media
  private let state: Locked<State>

  /// Makes a page. It is not connected.
  init(
    _ host: PageHost,
    latency: Duration = .milliseconds(5),
    isActivated: Bool = true,
    media: @escaping @Sendable (PageItem) -> Media = { _ in Media() }
  ) {
    self.host = host
    clock = host.clock
    self.latency = latency
    session = Self.makeID()
    self.media = media
    state = Locked(State(isActivated: isActivated))
  }

  private static func makeID() -> String { String(WebAccess.makeToken().prefix(24)) }

  // MARK: What it did and does

  var isSounding: Bool { state.withLock { $0.load?.isPlaying ?? false } }
  var soundingItem: PageItem? {
    state.withLock { state in state.load.flatMap { $0.isPlaying ? $0.item : nil } }
  }
  var received: [PageCommand] { state.withLock(\.received) }
  var closing: WebSocketClose? { state.withLock(\.closing) }
  var isConnected: Bool { state.withLock { $0.connection != nil } }
  var loadNumber: Int { state.withLock { $0.load?.number ?? 0 } }

  // MARK: What happens to it

  func connect(credential: String? = nil) {
    guard !isConnected else { return }
    state.withLock { state in
      state.page = Self.makeID()
      state.sequence = 0
      state.closing = nil
      state.isHanging = false
    }
    let id = host.connect(self)
    state.withLock { $0.connection = $0.closing == nil ? id : nil }
    let isActivated = state.withLock(\.isActivated)
    send(
      "hello",
      [
        "protocol": 1, "credential": credential ?? host.credential, "session": session,
        "activated": isActivated, "visible": true, "secure": true, "drm": true,
        "adapters": PagePlayerKind.allCases.map { ["kind": $0.rawValue, "state": "ready"] },
      ]
    )
  }

  /// The tab is closed: its sound and its socket end.
  func vanish() {
    let connection = state.withLock { state in
      state.load = nil
      state.generation += 1
      return state.connection.take()
    }
    guard let connection else { return }
    _ = clock.schedule(at: clock.now + latency) { [host] in host.disconnect(connection) }
  }

  func reload(isActivated: Bool = false) {
    vanish()
    state.withLock { $0.isActivated = isActivated }
    _ = clock.schedule(at: clock.now + .milliseconds(200)) { self.connect() }
  }

  func hang() { state.withLock { $0.isHanging = true } }
  func ignoreStop() { state.withLock { $0.ignoresStop = true } }

  func click() {
    let waits = state.withLock { state in
      state.isActivated = true
      guard let load = state.load else { return false }
      return load.isReady && load.wantsToPlay && !load.isPlaying
    }
    if waits { begin("user") }
  }

  func takeOver() { send("takeOver", [:]) }

  /// Somebody uses the player's own controls.
  func use(_ action: RemoteAction) {
    guard state.withLock({ $0.load?.isReady ?? false }) else { return }
    switch action {
    case .play:
      state.withLock { $0.load?.wantsToPlay = true }
      begin("user")
    case .pause: stop("user")
    case .seek(let anchor):
      move(to: anchor.position)
      report("user", ["action": "seek", "position": anchor.position / .seconds(1)])
    case .volume(let volume): report("user", ["action": "volume", "volume": volume])
    case .mute(let isMuted): report("user", ["action": "mute", "muted": isMuted])
    case .next: report("user", ["action": "next"])
    case .previous: report("user", ["action": "previous"])
    }
  }

  /// Another device takes over.
  func loseToDevice() {
    report("takenOver", ["title": "Foreign", "id": "foreign"])
    forget()
  }

  /// Sends a message of the current load, or of another one.
  func report(_ type: String, _ fields: [String: Any], load: Int? = nil) {
    var fields = fields
    fields["load"] = load ?? loadNumber
    send(type, fields)
  }

  // MARK: - The link

  func send(_ envelope: PageEnvelope) {
    _ = clock.schedule(at: clock.now + latency) { self.handle(envelope) }
  }

  /// The end of the socket silences the page.
  func close(_ reason: WebSocketClose) {
    state.withLock { state in
      state.connection = nil
      state.closing = reason
      state.load = nil
      state.generation += 1
    }
  }

  func trust() {}

  // MARK: - The page

  private func send(_ type: String, _ fields: [String: Any]) {
    let prepared = state.withLock { state -> (Int, [String: Any])? in
      guard let connection = state.connection, !state.isHanging else { return nil }
      state.sequence += 1
      var all = fields
      all["type"] = type
      all["page"] = state.page
      all["seq"] = state.sequence
      return (connection, all)
    }
    guard let (connection, all) = prepared,
      let json = try? JSONSerialization.data(withJSONObject: all)
    else { return }
    _ = clock.schedule(at: clock.now + latency) { [host] in host.received(json, from: connection) }
  }

  private func handle(_ envelope: PageEnvelope) {
    let isHeard = state.withLock { state in
      guard state.connection != nil, !state.isHanging, state.page == envelope.page else {
        return false
      }
      state.received.append(envelope.command)
      return true
    }
    guard isHeard else { return }
    let answer: [String: Any] = ["re": envelope.sequence, "ok": true]
    switch envelope.command {
    case .welcome, .role, .token, .started, .signInToAppleMusic: break
    case .load(let command):
      open(command, number: envelope.load)
      report("done", answer)
    case .play where isCurrent(envelope):
      state.withLock { $0.load?.wantsToPlay = true }
      report("done", answer)
      if state.withLock({ $0.load?.isReady ?? false }) { begin("command") }
    case .pause where isCurrent(envelope):
      report("done", answer)
      stop("command")
    case .seek(let position) where isCurrent(envelope):
      report("done", answer)
      seek(to: position, answerTo: envelope.sequence)
    case .measure where isCurrent(envelope):
      report(
        "position",
        ["re": envelope.sequence, "position": position / .seconds(1), "rate": rate]
      )
    case .rate(let rate):
      report("done", answer)
      change(rate: rate)
    case .volume: report("done", answer)
    case .stop:
      if state.withLock(\.ignoresStop) { return }
      forget()
      send("silent", ["load": envelope.load, "re": envelope.sequence])
    case .ping: send("pong", ["re": envelope.sequence])
    case .play, .pause, .seek, .measure: report("done", answer, load: envelope.load)
    }
  }

  private func isCurrent(_ envelope: PageEnvelope) -> Bool { loadNumber == envelope.load }

  private func open(_ command: PageLoadCommand, number: Int) {
    let media = media(command.item)
    let generation = state.withLock { state in
      state.generation += 1
      state.load = Load(
        number: number,
        media: media,
        item: command.item,
        position: min(command.position, media.duration),
        since: clock.now,
        rate: command.settings.rate,
        wantsToPlay: command.isPlaying
      )
      return state.generation
    }
    after(media.loadTime, generation) { self.finishLoading() }
  }

  private func finishLoading() {
    guard let load = state.withLock(\.load) else { return }
    if let failure = load.media.failure {
      report("failed", ["code": failure, "vendor": "E\(1)"])
      return forget()
    }
    state.withLock { $0.load?.isReady = true }
    report(
      "ready",
      [
        "position": position / .seconds(1), "duration": load.media.duration / .seconds(1),
        "seekable": true, "video": false,
      ]
    )
    if load.wantsToPlay { begin("command") }
  }

  private func begin(_ cause: String) {
    let (isAllowed, isLate) = state.withLock { state -> (Bool, Bool) in
      guard var load = state.load else { return (false, false) }
      guard state.isActivated, !load.media.needsClick else { return (false, true) }
      if !load.isPlaying {
        load.isPlaying = true
        load.since = clock.now
      }
      state.load = load
      return (true, false)
    }
    if isLate {
      report("state", ["state": "needsClick", "position": position / .seconds(1), "rate": 0.0])
    }
    guard isAllowed else { return }
    reportState("playing", cause)
    scheduleEnd()
  }

  private func stop(_ cause: String) {
    let position = position
    let isReady = state.withLock { state in
      state.generation += state.load?.isReady ?? false ? 1 : 0
      state.load?.wantsToPlay = false
      state.load?.isPlaying = false
      state.load?.position = position
      return state.load?.isReady ?? false
    }
    if isReady { reportState("paused", cause) }
  }

  private func reportState(_ name: String, _ cause: String) {
    report(
      "state",
      ["state": name, "position": position / .seconds(1), "rate": rate, "by": cause]
    )
  }

  private func seek(to target: Duration, answerTo: Int) {
    move(to: target)
    let number = loadNumber
    _ = clock.schedule(at: clock.now + .milliseconds(20)) {
      guard self.loadNumber == number else { return }
      self.report("seeked", ["re": answerTo, "position": self.position / .seconds(1)])
    }
  }

  private func move(to target: Duration) {
    let isPast = state.withLock { state in
      guard let load = state.load else { return false }
      state.generation += 1
      state.load?.position = min(target, load.media.duration)
      state.load?.since = clock.now
      return target >= load.media.duration
    }
    if isPast { return finish() }
    scheduleEnd()
  }

  private func change(rate: Double) {
    let position = position
    state.withLock { state in
      state.generation += 1
      state.load?.position = position
      state.load?.since = clock.now
      state.load?.rate = rate
    }
    guard state.withLock({ $0.load?.isPlaying ?? false }) else { return }
    reportState("playing", "command")
    scheduleEnd()
  }

  private func scheduleEnd() {
    let position = position
    let found = state.withLock { state -> (Duration, Int)? in
      guard let load = state.load, load.isPlaying else { return nil }
      return ((load.media.duration - position) / load.rate, state.generation)
    }
    if let (left, generation) = found { after(left, generation) { self.finish() } }
  }

  private func finish() {
    report("ended", [:])
    forget()
  }

  private func forget() {
    state.withLock { state in
      state.generation += 1
      state.load = nil
    }
  }

  private func after(
    _ time: Duration,
    _ generation: Int,
    _ body: @escaping @Sendable () -> Void
  ) {
    _ = clock.schedule(at: clock.now + time) {
      if self.state.withLock({ $0.generation }) == generation { body() }
    }
  }

  private var rate: Double { state.withLock { $0.load?.rate ?? 1 } }

  private var position: Duration {
    state.withLock { state in
      guard let load = state.load else { return .zero }
      guard load.isPlaying else { return load.position }
      return min(load.position + (clock.now - load.since) * load.rate, load.media.duration)
    }
  }
}
