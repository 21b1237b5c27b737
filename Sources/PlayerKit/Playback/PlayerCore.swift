import Locking

/// What stands below a ``PlayerCore``: whatever really plays.
public protocol PlayerBackend: AnyObject, Sendable {
  /// Whether it can play a part of a track. Default: no; then it gets no command with a clip.
  var canClip: Bool { get }

  /// Carries out a command. Called serially, never under a lock; must not block. What comes of it
  /// is told by ``PlayerCore/report(_:of:)``, now or later.
  func perform(_ command: PlaybackCommand, for core: PlayerCore)
}

extension PlayerBackend {
  /// It plays tracks as a whole.
  public var canClip: Bool { false }
}

/// The driver of the playback state machine: what every ``Player`` is made of.
///
/// It owns the state behind one lock, so commands and getters work on any thread. Commands go to the
/// backend through one mailbox, in the order in which they were issued; events go to the observers.
public final class PlayerCore: Sendable {
  struct State {
    var machine: PlaybackStateMachine
    /// Who hears the reports of a load that has not ended.
    var sinks: [LoadID: @Sendable (LoadReport) -> Void] = [:]
    var preloads: [LoadID: Preload] = [:]
    /// Of loads that are beside a neighbour on their album.
    var albums: [LoadID: AlbumContext] = [:]

    mutating func add(_ request: LoadRequest) {
      sinks[request.id] = request.onReport
      if request.album.isInOrder { albums[request.id] = request.album }
    }

    mutating func forget(_ load: LoadID) {
      sinks[load] = nil
      preloads[load] = nil
      albums[load] = nil
    }
  }

  struct Preload {
    let track: any Track
    let clip: Clip?
    var media: LoadedMedia?
    /// What was commanded before it began: whoever queued it may know of its beginning first.
    var isPlaying: Bool
    var seek: (position: Duration, id: SeekID)?
  }

  private enum Errand: Sendable {
    case command(PlaybackCommand)
    case forward(LoadReport, @Sendable (LoadReport) -> Void)
  }

  /// The events of the player.
  public let events: EventSource<PlayerEvent>

  /// The clock of all positions.
  public let clock: any PlaybackClock

  private let backend: any PlayerBackend
  let state: Locked<State>
  private let errands = Mailbox<Errand>()

  /// Makes a core that commands `backend`, which it holds strongly.
  public init(backend: any PlayerBackend, clock: any PlaybackClock = SystemPlaybackClock()) {
    self.backend = backend
    self.clock = clock
    let machine = PlaybackStateMachine(ids: .unique())
    events = EventSource(status: machine.status, clock: clock)
    state = Locked(State(machine: machine))
  }

  /// Everything about playback now.
  public var status: PlayerStatus { state.withLock(\.machine.status) }

  /// Whether ``LoadRequest/clip`` can be played.
  public var canClip: Bool { backend.canClip }

  // MARK: - Commands

  /// See ``Player/prepare(_:)``.
  public func prepare(_ request: LoadRequest) {
    turn { state, now in
      guard request.clip == nil || canClip else { return refuse(request, &state, now) }
      state.add(request)
      return state.machine.prepare(
        request.track,
        clip: request.clip,
        load: request.id,
        at: request.position,
        wantsToPlay: request.wantsToPlay,
        reason: .userSelected,
        now: now
      )
    }
  }

  /// Fails a load whose clip the backend can't play; what it replaces ends all the same.
  private func refuse(
    _ request: LoadRequest,
    _ state: inout State,
    _ now: MonotonicInstant
  ) -> PlaybackStep {
    let replaced = state.machine.status.activeMedia?.load
    let error = PlayerError(.unsupportedClip, "The player can only play tracks as a whole.")
    let report = LoadReport.failed(
      error.attributed(to: request.track, playerType: nil),
      followedBy: nil
    )
    var step = state.machine.prepare(
      request.track,
      clip: request.clip,
      load: request.id,
      wantsToPlay: request.wantsToPlay,
      reason: .userSelected,
      now: now
    )
    step.changes += state.machine.report(report, of: request.id, now: now).changes
    step.commands = [replaced.map { .release($0) }].compactMap(\.self)
    errands.post(.forward(report, request.onReport))
    return step
  }

  /// See ``PlaybackControls/play()``.
  public func play() {
    turn { $0.machine.play(now: $1) }
  }

  /// See ``PlaybackControls/pause()``.
  public func pause() {
    turn { $0.machine.pause(now: $1) }
  }

  /// See ``PlaybackControls/seek(to:)``.
  public func seek(to position: Duration) {
    turn { $0.machine.seek(to: position, now: $1) }
  }

  /// See ``Player/unload()``.
  public func unload() {
    turn { $0.machine.unload(now: $1) }
  }

  /// See ``Player/control(_:of:)``.
  public func control(_ command: LoadCommand, of load: LoadID) {
    turn { state, now in
      guard state.machine.status.activeMedia?.load == load else {
        state.note(command, of: load)
        return PlaybackStep()
      }
      switch command {
      case .setPlaying(true): return state.machine.play(now: now)
      case .setPlaying(false): return state.machine.pause(now: now)
      case .seek(let position, let id): return state.machine.seek(to: position, id: id, now: now)
      case .measure: return state.machine.measure()
      case .unload: return state.machine.unload(now: now)
      }
    }
  }

  /// See ``PlaybackControls/change(_:)``.
  public func change(_ change: OutputChange) {
    turn { $0.machine.change(change, now: $1) }
  }

  /// See ``PlaybackControls/pause(reason:)``.
  public func pause(reason: WantsToPlayReason) {
    turn { $0.machine.pause(reason: reason, now: $1) }
  }

  /// See ``PlaybackControls/beginInterruption(_:)``.
  public func beginInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.beginInterruption(reason, now: $1) }
  }

  /// See ``PlaybackControls/endInterruption(_:)``.
  public func endInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.endInterruption(reason, now: $1) }
  }

  /// See ``PlaybackControls/beginDucking(to:for:)``.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    turn { $0.machine.duck(to: factor, for: reason, now: $1) }
  }

  /// See ``PlaybackControls/endDucking(for:)``.
  public func endDucking(for reason: SuppressionReason) {
    turn { $0.machine.duck(to: nil, for: reason, now: $1) }
  }

  // MARK: - For the backend

  /// The way to the bytes of a load is known. Of a load that is not current: no effect.
  ///
  /// - Returns: whether ``PlaybackCommand/open(_:_:at:isPlaying:)`` follows. Where not, nothing
  ///   takes the place of what the load replaces, which the backend then has to silence itself.
  @discardableResult
  public func resolved(_ load: LoadID) -> Bool {
    var isOpened = false
    turn { state, now in
      let step = state.machine.resolved(load, now: now)
      isOpened = !step.commands.isEmpty
      return step
    }
    return isOpened
  }

  /// How the track of a load stands to its neighbours in the queue, as it was told with the request.
  public func albumContext(of load: LoadID) -> AlbumContext {
    state.withLock { $0.albums[load] } ?? AlbumContext()
  }

  /// Takes in what happened to a load. After the load's end, and of an unknown load: no effect.
  public func report(_ report: LoadReport, of load: LoadID) {
    turn { state, now in
      let step = state.take(report, of: load, now: now)
      if let sink = state.sinks[load] { errands.post(.forward(report, sink)) }
      if report.isTerminal { state.forget(load) }
      return step
    }
  }

  /// Takes note of a load that may follow the current one without a gap. Its reports are taken in
  /// like any other's.
  public func willPreload(_ request: LoadRequest) {
    turn { state, _ in
      state.add(request)
      state.preloads[request.id] = Preload(
        track: request.track,
        clip: request.clip,
        isPlaying: request.wantsToPlay
      )
      return PlaybackStep()
    }
  }

  /// A load is not to follow any more. Should it have begun all the same, it is released.
  public func cancelPreload(_ load: LoadID) {
    turn { state, now in
      state.preloads[load] = nil
      guard state.machine.status.activeMedia?.load == load else { return PlaybackStep() }
      return state.machine.unload(now: now)
    }
  }

  // MARK: - One turn

  /// Has the backend carry out a command after all that were issued before, as the machine's are.
  func enqueue(_ command: PlaybackCommand) {
    turn { _, _ in
      var step = PlaybackStep()
      step.commands = [command]
      return step
    }
  }

  /// Locks, feeds the machine, unlocks, then acts.
  func turn(_ body: (inout State, MonotonicInstant) -> PlaybackStep) {
    state.withLock { state in
      let step = body(&state, clock.now)
      let status = state.machine.status
      events.post(step.changes.map { PlayerEvent(change: $0, status: status) }, status: status)
      errands.post(contentsOf: step.commands.map { .command($0) })
    }
    events.flush()
    guard errands.beginDraining() else { return }
    while let batch = errands.take() {
      for errand in batch {
        switch errand {
        case .command(let command): backend.perform(command, for: self)
        case .forward(let report, let sink): sink(report)
        }
      }
    }
  }
}

extension PlayerCore.State {
  fileprivate mutating func take(
    _ report: LoadReport,
    of load: LoadID,
    now: MonotonicInstant
  ) -> PlaybackStep {
    if var preload = preloads[load] {
      switch report {
      case .loaded(let media):
        preload.media = media
        preloads[load] = preload
        return PlaybackStep()
      case .started(let anchor):
        return adopt(load, anchor: anchor, now: now)
      case .position, .buffering, .seekCompleted, .duration, .metadata, .suppressed,
        .wantsToPlay,
        .ended, .failed, .superseded, .released:
        return PlaybackStep()
      }
    }
    if case .started = report, machine.status.load != load {
      // It was cancelled too late for the backend to know.
      var step = PlaybackStep()
      step.commands = [.release(load)]
      return step
    }
    if case .ended(let next?) = report, preloads[next] != nil, machine.status.load == load {
      return adopt(next, anchor: nil, now: now)
    }
    return machine.report(report, of: load, now: now)
  }

  private mutating func adopt(
    _ load: LoadID,
    anchor: PositionAnchor?,
    now: MonotonicInstant
  ) -> PlaybackStep {
    guard let preload = preloads.removeValue(forKey: load) else { return PlaybackStep() }
    var step = machine.adopt(
      preload.track,
      clip: preload.clip,
      load: load,
      media: preload.media,
      anchor: anchor,
      wantsToPlay: preload.isPlaying,
      reason: .auto,
      now: now
    )
    if let seek = preload.seek {
      let second = machine.seek(to: seek.position, id: seek.id, now: now)
      step.changes += second.changes
      step.commands += second.commands
    }
    return step
  }

  /// A command for a load that has not begun.
  fileprivate mutating func note(_ command: LoadCommand, of load: LoadID) {
    switch command {
    case .setPlaying(let isPlaying): preloads[load]?.isPlaying = isPlaying
    case .seek(let position, let id): preloads[load]?.seek = (position, id)
    case .measure: break
    case .unload: preloads[load] = nil
    }
  }
}
