import PlayerKitSystem

/// Drives a ``PlayerBackend`` for a standalone ``Player``.
///
/// It guards the playback machine with one lock, so commands and getters work on any thread.
/// Commands go to the backend through one mailbox, in the order in which they were issued; events
/// go to the observers.
public final class PlayerCore: Sendable {
  private enum Effect: Sendable {
    case command(PlaybackCommand)
    case call(@Sendable () -> Void)
  }

  /// The source of the player's events.
  public let events: EventSource<PlayerEvent>

  /// The clock of all positions.
  public let clock: any PlaybackClock

  /// The backend that the core commands. If the player is added to a queue, the queue commands it
  /// instead.
  public let backend: any PlayerBackend

  private let state: Locked<PlaybackStateMachine>
  private let outbox = Mailbox<Effect>()
  private let settings = Locked(OutputSettings())

  /// Creates a core that commands `backend`, which it retains.
  public init(backend: any PlayerBackend, clock: any PlaybackClock = SystemPlaybackClock()) {
    self.backend = backend
    self.clock = clock
    let machine = PlaybackStateMachine(ids: .unique(), capabilities: backend.capabilities)
    events = EventSource(status: machine.status, clock: clock)
    state = Locked(machine)
  }

  /// The current status of playback.
  public var status: PlayerStatus { state.withLock(\.status) }

  /// The backend's capabilities.
  public var capabilities: PlayerCapabilities { status.capabilities }

  /// Whether the backend has received all commands.
  package var isAtRest: Bool { outbox.isAtRest }

  // MARK: - Inputs

  @discardableResult
  func load(
    _ track: any Track,
    clip: Clip?,
    at position: Duration,
    wantsToPlay: Bool
  ) -> LoadID? {
    let item = PlaybackItem(track, clip: clip)
    var load: LoadID?
    step { machine, now in
      defer { load = machine.status.load }
      let replaced = machine.status.activeMedia?.load
      var effects = machine.prepare(
        item,
        at: position,
        wantsToPlay: wantsToPlay,
        reason: .userSelected,
        now: now
      )
      guard clip != nil, !machine.status.capabilities.contains(.clip) else { return effects }
      guard let load = machine.status.load else { return effects }
      let error = PlayerError(
        .unsupportedClip,
        "The player can only play whole tracks. Remove the clip."
      )
      .attributed(to: track, playerType: nil)
      effects.append(machine.report(.failed(error, followedBy: nil), of: load, now: now))
      // The replaced load ends anyway.
      effects.commands = [replaced.map { .release($0) }].compactMap(\.self)
      return effects
    }
    return load
  }

  /// Runs a step of the playback machine under the lock, and then its effects outside of it.
  func step(_ body: (inout PlaybackStateMachine, MonotonicInstant) -> PlaybackEffects) {
    state.withLock { machine in
      let effects = body(&machine, clock.now)
      let status = machine.status
      events.post(effects.changes.map { PlayerEvent(change: $0, status: status) }, status: status)
      outbox.post(contentsOf: effects.commands.map { .command($0) })
    }
    events.flush()
    performEffects()
  }

  // MARK: - The backend

  /// The settings of the backend, whether the core or a queue applied them.
  var applied: OutputSettings { settings.withLock(\.self) }

  /// Records the settings that a command gives to the backend.
  func remember(_ command: PlaybackCommand) {
    if case .apply(let new) = command { settings.withLock { $0 = new } }
  }

  /// A sink for the backend's reports.
  private var sink: ReportSink {
    ReportSink { [weak self] report, load in
      self?.step { $0.report(report, of: load, now: $1) }
    } callInLine: { [weak self] body in
      self?.outbox.post(.call(body))
      self?.performEffects()
    }
  }

  private func performEffects() {
    guard outbox.beginDraining() else { return }
    let sink = sink
    while let batch = outbox.take() {
      for effect in batch {
        switch effect {
        case .command(let command):
          remember(command)
          backend.perform(command, for: sink)
        case .call(let body): body()
        }
      }
    }
  }
}
