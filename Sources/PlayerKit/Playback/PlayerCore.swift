import Locking

/// What stands below a ``PlayerCore``: whatever really plays.
public protocol PlayerBackend: AnyObject, Sendable {
  /// What it can do; it gets no command for anything else. Constant. Default:
  /// ``PlayerCapabilities/whole``.
  var capabilities: PlayerCapabilities { get }

  /// Carries out a command. Called serially, never under a lock; must not block. What comes of it
  /// is told by ``PlayerCore/report(_:of:)``, now or later.
  func perform(_ command: PlaybackCommand, for core: PlayerCore)
}

extension PlayerBackend {
  /// It plays whole tracks, one by one.
  public var capabilities: PlayerCapabilities { .whole }
}

/// The driver of the playback state machine: what every ``Player`` is made of.
///
/// It owns the state behind one lock, so commands and getters work on any thread. Commands go to the
/// backend through one mailbox, in the order in which they were issued; events go to the observers.
public final class PlayerCore: Sendable {
  struct State {
    var machine: PlaybackStateMachine
    /// The loads that have not ended.
    var loads: [LoadID: CoreLoad] = [:]
  }

  /// What one input causes.
  struct Turn {
    var step = PlaybackStep()
    /// What listeners of loads are told, before the commands.
    var reports: [(LoadReport, to: @Sendable (LoadReport) -> Void)] = []
  }

  private enum Effect: Sendable {
    case command(PlaybackCommand)
    case forward(LoadReport, to: @Sendable (LoadReport) -> Void)
    case call(@Sendable () -> Void)
  }

  /// The events of the player.
  public let events: EventSource<PlayerEvent>

  /// The clock of all positions.
  public let clock: any PlaybackClock

  private let backend: any PlayerBackend
  private let state: Locked<State>
  private let effects = Mailbox<Effect>()

  /// Makes a core that commands `backend`, which it holds strongly.
  public init(backend: any PlayerBackend, clock: any PlaybackClock = SystemPlaybackClock()) {
    self.backend = backend
    self.clock = clock
    let machine = PlaybackStateMachine(ids: .unique(), capabilities: backend.capabilities)
    events = EventSource(status: machine.status, clock: clock)
    state = Locked(State(machine: machine))
  }

  /// Everything about playback now.
  public var status: PlayerStatus { state.withLock(\.machine.status) }

  /// What the backend can do.
  public var capabilities: PlayerCapabilities { status.capabilities }

  // MARK: - Commands

  /// See ``Player/prepare(_:)``.
  public func prepare(_ request: LoadRequest) {
    turn { state, now in
      request.clip == nil || state.machine.status.capabilities.contains(.clip)
        ? state.prepare(request, now: now) : state.refuse(request, now: now)
    }
  }

  /// See ``Player/control(_:of:)``.
  public func control(_ command: LoadCommand, of load: LoadID) {
    turn { $0.control(command, of: load, now: $1) }
  }

  // MARK: - What follows

  /// See ``Preloading/preload(_:after:)``.
  public func preload(_ request: LoadRequest, after current: LoadID) {
    turn { $0.preload(request, after: current, now: $1) }
  }

  /// See ``Preloading/beginPreloaded(_:after:wantsToPlay:)``.
  public func beginPreloaded(_ load: LoadID, after current: LoadID, wantsToPlay: Bool) {
    turn { $0.beginPreloaded(load, after: current, wantsToPlay: wantsToPlay, now: $1) }
  }

  /// See ``Preloading/cancelPreload(_:)``.
  public func cancelPreload(_ load: LoadID) {
    turn { $0.cancelPreload(load, now: $1) }
  }

  // MARK: - For the backend

  /// Takes in what happened to a load. After the load's end, and of an unknown load: no effect.
  public func report(_ report: LoadReport, of load: LoadID) {
    turn { $0.report(report, of: load, now: $1) }
  }

  /// Calls `body` in line with the commands: after all that were issued before, alone, and under no
  /// lock.
  func inLine(_ body: @escaping @Sendable () -> Void) {
    effects.post(.call(body))
    performEffects()
  }

  /// Whether the backend has got all that it was commanded.
  package var isAtRest: Bool { effects.isAtRest }

  // MARK: - One turn

  /// Feeds the playback machine alone.
  func step(
    _ body: (inout PlaybackStateMachine, MonotonicInstant) -> PlaybackStep
  ) {
    turn { Turn(step: body(&$0.machine, $1)) }
  }

  /// Locks, feeds the machine, unlocks, then acts.
  private func turn(_ body: (inout State, MonotonicInstant) -> Turn) {
    state.withLock { state in
      let turn = body(&state, clock.now)
      let status = state.machine.status
      events.post(turn.step.changes.map { PlayerEvent(change: $0, status: status) }, status: status)
      effects.post(contentsOf: turn.reports.map { .forward($0.0, to: $0.to) })
      effects.post(contentsOf: turn.step.commands.map { .command($0) })
    }
    events.flush()
    performEffects()
  }

  private func performEffects() {
    guard effects.beginDraining() else { return }
    while let batch = effects.take() {
      for effect in batch {
        switch effect {
        case .command(let command): backend.perform(command, for: self)
        case .forward(let report, let listener): listener(report)
        case .call(let body): body()
        }
      }
    }
  }
}
