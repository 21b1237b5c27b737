import PlayerKit
import PlayerKitSystem

/// An engine for outputs that play with a delay, such as rooms that play through a server's buffer.
///
/// It wraps another engine and reports what is audible: positions, the change to the next track,
/// and the end are reported when listeners hear them, not when the wrapped engine plays them. A
/// pause, a seek or a skip discards the buffered sound. After a pause, playback continues at the
/// last audible position; a source without seeking skips ahead by the delay. Changes of volume
/// and speed become audible after the delay.
///
/// The next load can be changed until it is audible. If it is already buffered, the engine opens
/// the current load again, which is silent for the delay.
///
/// Threads: as for every engine. Reports are serial, on any thread, and no lock is held during
/// them.
public final class DelayedEngine: AudioEngine {
  private typealias Machine = DelayedEngineStateMachine

  private struct State {
    var machine: Machine
    /// The loads that have not ended.
    var requests: [LoadID: EngineLoad] = [:]
    var actions: [Machine.Action] = []
    var isActing = false
    var timer: (due: MonotonicInstant, handle: ClockTimer?)?
  }

  private let engine: any AudioEngine
  private let output: any DelayedOutput
  private let clock: any PlaybackClock
  private let state: Locked<State>

  /// The network check of the wrapped engine.
  public var network: (any NetworkChecking)? { engine.network }

  /// The inspector of the wrapped engine.
  public var inspector: (any MediaInspecting)? { engine.inspector }

  /// Makes an engine that wraps one playing into `output`. Do not use that engine or the output for
  /// anything else.
  public init(
    _ engine: any AudioEngine,
    output: any DelayedOutput,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.engine = engine
    self.output = output
    self.clock = clock
    let machine = Machine(
      delay: output.delay,
      startDelay: output.startDelay,
      ids: .unique()
    )
    state = Locked(State(machine: machine))
    output.onAvailability { [weak self] isAvailable in
      self?.run { $0.availabilityChanged(isAvailable, now: $1) }
    }
  }

  deinit {
    state.withLock { $0.timer }?.handle?.cancel()
    // Close the engine first: the process would receive a fatal signal if the pipe lost its reader
    // before its writer.
    Task { [engine, output] in
      await engine.close()
      withExtendedLifetime(output) {}
    }
  }

  // MARK: AudioEngine

  /// Loads a source, and discards the buffered sound of the previous one.
  public func load(_ request: EngineLoad) {
    run(adding: request) {
      $0.load(request.id, at: request.position, isPlaying: request.isPlaying, now: $1)
    }
  }

  /// Sets the next load. If the previous next load is already buffered, the current load is silent
  /// for the delay.
  public func setNext(_ next: EngineLoad?, after current: LoadID) {
    run(adding: next) {
      $0.setNext(next?.id, at: next?.position ?? .zero, after: current, now: $1)
    }
  }

  /// Begins the next load now. It becomes audible after the delay.
  public func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    run { $0.playNext(next, after: current, isPlaying: isPlaying, now: $1) }
  }

  /// Plays the load, audibly after the delay, or pauses it immediately.
  public func setPlaying(_ isPlaying: Bool, load: LoadID) {
    run { $0.setPlaying(isPlaying, load, now: $1) }
  }

  /// Seeks to a position, and discards the buffered sound.
  public func seek(to position: Duration, id: SeekID, load: LoadID) {
    run { $0.seek(to: position, id, load, now: $1) }
  }

  /// Reports the audible position of the load, immediately.
  public func measure(_ load: LoadID) {
    run { $0.measure(load, now: $1) }
  }

  /// Unloads the load, and discards the buffered sound.
  public func unload(_ load: LoadID) {
    run { $0.unload(load, now: $1) }
  }

  /// Applies settings to all loads. They become audible after the delay.
  public func setOutput(_ settings: OutputSettings) {
    state.withLock { $0.machine.rate = settings.rate }
    engine.setOutput(settings)
  }

  /// Closes this engine and the wrapped one.
  public func close() async {
    run { machine, _ in machine.close() }
    await engine.close()
  }

  // MARK: Actions

  private func run(
    adding request: EngineLoad? = nil,
    _ input: (inout Machine, MonotonicInstant) -> [Machine.Action]
  ) {
    let startDelay = output.startDelay
    let isFirst = state.withLock { state in
      state.machine.startDelay = startDelay
      // Under the lock, so that time does not go backward between two inputs.
      let now = clock.now
      if let request { state.requests[request.id] = request }
      state.actions += state.machine.heard(now: now)
      state.actions += input(&state.machine, now)
      defer { state.isActing = true }
      return !state.isActing
    }
    if isFirst { act() }
    keepTimer()
  }

  /// Performs the pending actions. One thread at a time does so, which preserves the order.
  private func act() {
    while true {
      let actions = state.withLock { state in
        defer { state.actions = [] }
        if state.actions.isEmpty { state.isActing = false }
        return state.actions
      }
      if actions.isEmpty { return }
      for action in actions { perform(action) }
    }
  }

  private func perform(_ action: Machine.Action) {
    switch action {
    case .load(let id, let opening, let position, let isPlaying):
      guard let load = self.opening(of: id, as: opening, at: position, isPlaying) else { return }
      engine.load(load)
    case .setNext(let id?, let opening?, let current):
      guard let load = self.opening(of: id, as: opening, at: nil, false) else { return }
      engine.setNext(load, after: current)
    case .setNext(_, _, let current): engine.setNext(nil, after: current)
    case .playNext(let next, let current):
      engine.playNext(next, after: current, isPlaying: false)
    case .setPlaying(let isPlaying, let opening): engine.setPlaying(isPlaying, load: opening)
    case .seek(let position, let seek, let opening):
      engine.seek(to: position, id: seek, load: opening)
    case .unload(let opening): engine.unload(opening)
    case .measure(let opening): engine.measure(opening)
    case .cut: output.cut()
    case .open: output.open()
    case .report(let id, let report):
      let request = state.withLock { state in
        report.isTerminal ? state.requests.removeValue(forKey: id) : state.requests[id]
      }
      request?.onReport(report)
    }
  }

  /// Returns a load for the wrapped engine. `nil` if the load has ended meanwhile.
  private func opening(
    of id: LoadID,
    as opening: LoadID,
    at position: Duration?,
    _ isPlaying: Bool
  ) -> EngineLoad? {
    guard let request = state.withLock({ $0.requests[id] }) else { return nil }
    return EngineLoad(
      id: opening,
      source: request.source,
      clip: request.clip,
      position: position ?? request.position,
      rate: request.rate,
      isPlaying: isPlaying,
      album: request.album
    ) { [weak self] report in
      self?.run { $0.reported(report, id, opening: opening, now: $1) }
    }
  }

  // MARK: Time

  private func keepTimer() {
    let change = state.withLock { state -> (old: ClockTimer?, due: MonotonicInstant?)? in
      let due = state.machine.due
      guard due != state.timer?.due else { return nil }
      let old = state.timer?.handle
      state.timer = due.map { ($0, nil) }
      return (old, due)
    }
    guard let change else { return }
    change.old?.cancel()
    guard let due = change.due else { return }
    let handle = clock.schedule(at: due) { [weak self] in
      guard let self else { return }
      state.withLock { state in
        if state.timer?.due == due { state.timer = nil }
      }
      run { _, _ in [] }
    }
    let isWanted = state.withLock { state in
      guard state.timer?.due == due else { return false }
      state.timer?.handle = handle
      return true
    }
    if !isWanted { handle.cancel() }
  }
}
