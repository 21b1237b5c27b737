import PlayerKit
import PlayerKitSystem

/// Carries out the decisions of ``MPRISRemoteStateMachine``: locks, calls the machine, unlocks,
/// then performs the actions in order.
final class MPRISRemoteDriver: PlayerBackend {
  private struct State {
    var machine: MPRISRemoteStateMachine
    var timer: PendingTimer?
    /// The subscriptions to signals.
    var signals: [DBusSubscription] = []
    var owner: String?
    var watch: DBusSubscription?
    /// The sinks of the loads that have not ended.
    var sinks: [LoadID: ReportSink] = [:]
  }

  private static let path = "/org/mpris/MediaPlayer2"
  private static let prefix = "org.mpris.MediaPlayer2."
  private static let interface = "org.mpris.MediaPlayer2.Player"
  /// The time limit of an answer.
  private static let limit = Duration.seconds(2)

  let capabilities: PlayerCapabilities = [.seek, .volume]
  private let name: String
  private let clock: any PlaybackClock
  private let connection: DBusConnection
  private let state: Locked<State>
  private let outbox = Mailbox<MPRISRemoteStateMachine.Action>()
  private let linkStatus: LinkStatus

  init(
    _ program: String,
    _ playerType: PlayerType,
    _ address: DBusAddress,
    _ clock: any PlaybackClock
  ) {
    name = program.hasPrefix(Self.prefix) ? program : Self.prefix + program
    self.clock = clock
    state = Locked(State(machine: MPRISRemoteStateMachine(playerType: playerType)))
    let linkStatus = LinkStatus()
    self.linkStatus = linkStatus
    connection = DBusConnection(address) { linkStatus.tell($0) }
  }

  /// Starts to look for the program. Call this once.
  func start() {
    linkStatus.onChange.withLock { onChange in
      onChange = { [weak self] status in
        switch status {
        case .down: self?.ownerChanged(nil)
        case .connecting, .up, .closed: break
        }
      }
    }
    let watch = connection.watchOwner(of: name) { [weak self] in self?.ownerChanged($0) }
    state.withLock { $0.watch = watch }
    connection.start()
  }

  /// Closes the connection, after pending commands are sent.
  func close() {
    let timer = state.withLock { state in
      defer { state.timer = nil }
      return state.timer?.handle
    }
    timer?.cancel()
    connection.close()
  }

  // MARK: - Commands

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _):
      state.withLock { $0.sinks[request.id] = sink }
      let uri = (request.track as? any MPRISPlayable)?.mprisURI
      turn { $0.open(request, uri: uri, now: $1) }
    case .setPlaying(let isPlaying, let load): turn { $0.setPlaying(isPlaying, load, now: $1) }
    case .seek(let position, let id, let load): turn { $0.seek(to: position, id, load, now: $1) }
    case .measure(let load): turn { machine, _ in machine.measure(load) }
    case .release(let load): turn { machine, _ in machine.release(load) }
    case .apply(let settings): turn { $0.apply(settings, now: $1) }
    // Gapless playback is not possible.
    case .preload, .beginPreloaded, .cancelPreload: break
    }
  }

  // MARK: - The other player

  /// Handles that the program appeared, quit, or another process took its name. Runs on the
  /// connection's thread.
  private func ownerChanged(_ owner: String?) {
    let (old, signals) = state.withLock { state in
      let old = (state.owner, state.signals)
      state.owner = owner
      state.signals = []
      return old
    }
    for signal in signals { signal.cancel() }
    if old != nil || owner == nil { turn { $0.peerVanished(now: $1) } }
    guard let owner else { return }
    let heard = [listen(to: owner, DBusNames.properties), listen(to: owner, Self.interface)]
    state.withLock { $0.signals = heard }
    turn { $0.peerAppeared(now: $1) }
  }

  private func listen(to owner: String, _ interface: String) -> DBusSubscription {
    let match = DBusMatch(sender: owner, path: Self.path, interface: interface)
    return connection.subscribe(match) { [weak self] in self?.hear($0) }
  }

  private func hear(_ signal: DBusSignal) {
    let arguments = signal.arguments
    switch signal.name {
    case "PropertiesChanged":
      guard arguments.count >= 2, arguments[0].string == Self.interface,
        let properties = arguments[1].properties
      else { return }
      turn { $0.peerChanged(properties, now: $1) }
    case "Seeked":
      guard let time = arguments.first?.unwrapped.integer else { return }
      let position = Duration.microseconds(min(max(0, time), MPRISPeerState.longestTime))
      turn { $0.seeked(to: position, now: $1) }
    default: break
    }
  }

  // MARK: - Turns

  private func turn(
    _ body: (inout MPRISRemoteStateMachine, MonotonicInstant) -> [MPRISRemoteStateMachine.Action]
  ) {
    state.withLock { state in
      outbox.post(contentsOf: body(&state.machine, clock.now))
    }
    keepTimer()
    outbox.drain(act)
  }

  private func act(_ action: MPRISRemoteStateMachine.Action) {
    switch action {
    case .report(let report, let load):
      let sink = state.withLock { state in
        report.isTerminal ? state.sinks.removeValue(forKey: load) : state.sinks[load]
      }
      sink?.report(report, of: load)
    case .send(let command, let load):
      connection.call(call(for: command), limit: Self.limit) { [weak self] answer in
        let error: DBusError? = if case .failure(let error) = answer { error } else { nil }
        self?.turn { $0.answered(command, load, failed: error, now: $1) }
      }
    case .read(let number):
      let call = DBusCall(
        peer: name,
        path: Self.path,
        interface: DBusNames.properties,
        method: "GetAll",
        arguments: [.string(Self.interface)]
      )
      connection.call(call, limit: Self.limit) { [weak self] answer in
        let properties = (try? answer.get())?.first?.properties
        self?.turn { $0.answered(number, properties, now: $1) }
      }
    }
  }

  private func call(for command: MPRISRemoteStateMachine.Command) -> DBusCall {
    func call(_ method: String, _ arguments: [DBusValue] = []) -> DBusCall {
      DBusCall(
        peer: name,
        path: Self.path,
        interface: Self.interface,
        method: method,
        arguments: arguments
      )
    }
    switch command {
    case .open(let uri): return call("OpenUri", [.string(uri)])
    case .play: return call("Play")
    case .pause: return call("Pause")
    case .stop: return call("Stop")
    case .setPosition(let position, let trackID):
      return call("SetPosition", [.path(trackID), .int64(position.microseconds)])
    case .seek(let offset): return call("Seek", [.int64(offset.microseconds)])
    case .setVolume(let volume):
      var set = call(
        "Set",
        [.string(Self.interface), .string("Volume"), .variant(.double(volume))]
      )
      set.interface = DBusNames.properties
      return set
    }
  }

  /// Keeps one timer for the machine's next deadline.
  private func keepTimer() {
    state.keepTimer(at: \.timer, on: clock, until: \.machine.deadline) { [weak self] deadline in
      self?.fire(deadline)
    }
  }

  private func fire(_ deadline: MonotonicInstant) {
    guard state.removeTimer(at: \.timer, dueAt: deadline) else { return }
    turn { $0.due(now: $1) }
  }
}

/// Forwards the connection's status to an object made after it.
private final class LinkStatus: Sendable {
  let onChange = Locked<@Sendable (DBusLinkStatus) -> Void>({ _ in })

  func tell(_ status: DBusLinkStatus) { onChange.withLock(\.self)(status) }
}

extension Duration {
  fileprivate var microseconds: Int64 {
    Int64(clamping: Int128(attoseconds) / 1_000_000_000_000)
  }
}
