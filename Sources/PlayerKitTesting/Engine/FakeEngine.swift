import PlayerKit
import PlayerKitSystem

/// A fake audio engine that plays ``FakeMedia`` on a clock, without sound.
///
/// With a ``ManualClock`` everything happens inside a command or an advance of the clock, on the
/// calling thread, so tests need not wait. A step that takes no time in the script, such as a seek
/// with a `seekTime` of zero, is reported before the command returns. Reports are serial, and the
/// engine holds no lock during them. A command from within a report takes effect immediately; its
/// reports follow after that report returns.
///
/// For ``inject(_:for:)``, the engine keeps all its loads until it is deallocated.
public final class FakeEngine: AudioEngine {
  /// Checks whether the network is lost.
  public let network: (any NetworkChecking)?
  private let clock: any PlaybackClock
  private let defaultScript: @Sendable (MediaSource) -> FakeMedia
  private let state: Locked<State>

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - clock: The clock that drives the engine.
  ///   - continuesAfterFailure: Whether the next load follows if the current one fails (reported as
  ///     `followedBy`). Otherwise the next load ends as superseded.
  ///   - lateness: The delays of commands and reports. `nil` for none.
  ///   - network: Checks whether the network is lost. `nil` for no check.
  ///   - media: Returns the script of a source that ``setMedia(_:for:)`` does not name. Called once
  ///     for each load, on the thread of the command. By default such sources fail with `notFound`.
  public init(
    clock: any PlaybackClock,
    continuesAfterFailure: Bool = true,
    lateness: Lateness? = nil,
    network: (any NetworkChecking)? = nil,
    media: @escaping @Sendable (MediaSource) -> FakeMedia = { _ in .failing(.notFound) }
  ) {
    self.clock = clock
    self.network = network
    defaultScript = media
    let machine = FakeEngineStateMachine(continuesAfterFailure: continuesAfterFailure)
    state = Locked(State(machine: machine, lateness: lateness))
  }

  deinit {
    state.withLock { $0.alarm }?.timer?.cancel()
  }

  /// Sets the script of the source with this name (see ``PlayerKit/MediaSource/fakeName``), from
  /// its next load on.
  public func setMedia(_ media: FakeMedia, for name: String) {
    state.withLock { $0.scripts[name] = media }
  }

  // MARK: Recorded calls and state

  /// All commands received, including ignored ones, the oldest first.
  public var commands: [Command] { state.withLock { $0.commands } }

  /// The names of the opened sources, the oldest first, one for each accepted load.
  public var openedSources: [String] { state.withLock { $0.openedSources } }

  /// The current load, then the next one.
  public var knownLoads: [LoadID] { state.withLock { $0.machine.knownLoads } }

  /// The currently playing load. Mute and volume have no influence.
  public var soundingLoad: LoadID? { state.withLock { $0.machine.soundingLoad } }

  /// The position of the currently playing load.
  public var soundingPosition: Duration? {
    state.withLock { $0.machine.soundingPosition(now: clock.now) }
  }

  /// The current output settings.
  public var output: OutputSettings { state.withLock { $0.machine.output } }

  /// Returns the album context that came with a load. `nil` if the load is unknown.
  public func albumContext(of load: LoadID) -> AlbumContext? {
    state.withLock { $0.loads[load]?.album }
  }

  /// Reports an event that the engine itself would not report, such as a late end of a load that
  /// has ended. Does not affect playback. Has no effect if the load is unknown.
  public func inject(_ report: LoadEvent, for load: LoadID) {
    state.withLock { state in
      guard let load = state.loads[load] else { return }
      state.say(.report(report, load), now: clock.now)
    }
    deliver()
  }

  /// Unloads without delay, as a device that vanishes does.
  func drop(_ load: LoadID) {
    perform(.unload(load)) { machine, _ in machine.unload(load) }
    state.withLock { $0.hurry(now: clock.now) }
    deliver()
  }

  // MARK: AudioEngine

  /// Loads a source. After ``close()`` the load ends as superseded.
  public func load(_ request: EngineLoad) {
    let media = script(for: request.source)
    let command = Command.load(
      request.id,
      source: request.source.fakeName,
      position: request.position,
      isPlaying: request.isPlaying
    )
    perform(command, with: request) { $0.load(request, media, now: $1) }
  }

  /// Opens the load that follows `current`, immediately. Setting the same load again has no effect.
  public func setNext(_ next: EngineLoad?, after current: LoadID) {
    guard let next else {
      return perform(.removeNext(after: current)) { machine, _ in machine.removeNext(after: current)
      }
    }
    let media = script(for: next.source)
    let command = Command.setNext(
      next.id,
      source: next.source.fakeName,
      position: next.position,
      after: current
    )
    perform(command, with: next) { $0.setNext(next, media, after: current, now: $1) }
  }

  /// Begins the next load now, or as soon as it is ready.
  public func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    perform(.playNext(next, after: current, isPlaying: isPlaying)) {
      $0.playNext(next, after: current, isPlaying: isPlaying, now: $1)
    }
  }

  /// Plays or pauses the load. For the next load, this applies when it begins.
  public func setPlaying(_ isPlaying: Bool, load: LoadID) {
    perform(.setPlaying(isPlaying, load)) { $0.setPlaying(isPlaying, load, now: $1) }
  }

  /// Seeks to a position. A position past the end ends the load, even if it is paused. A negative
  /// position counts as 0.
  public func seek(to position: Duration, id: SeekID, load: LoadID) {
    perform(.seek(position, id, load)) { $0.seek(to: position, id, load, now: $1) }
  }

  /// Reports the position of the load immediately. Not recorded in ``commands``.
  public func measure(_ load: LoadID) {
    perform(nil) { $0.measure(load, now: $1) }
  }

  /// Unloads the current load and the next one, or only the next one.
  public func unload(_ load: LoadID) {
    perform(.unload(load)) { machine, _ in machine.unload(load) }
  }

  /// Applies the settings. Only the rate has an effect.
  public func setOutput(_ settings: OutputSettings) {
    perform(.setOutput(settings)) { $0.setOutput(settings, now: $1) }
  }

  /// Releases all loads, without delay. Returns after their reports.
  public func close() async {
    perform(.close) { machine, _ in machine.close() }
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.say(.closed(continuation), now: clock.now)
        state.hurry(now: clock.now)
      }
      deliver()
    }
  }
}

extension FakeEngine {
  private func script(for source: MediaSource) -> FakeMedia {
    if case .bytes(let bytes) = source.location, let bytes = bytes as? FakeBytes {
      return bytes.media
    }
    return state.withLock { $0.scripts[source.fakeName] } ?? defaultScript(source)
  }

  private func perform(
    _ command: Command?,
    with load: EngineLoad? = nil,
    _ input: @escaping Input
  ) {
    state.withLock { state in
      if let command { state.commands.append(command) }
      if let load { state.loads[load.id] = load }
      state.receive(input, now: clock.now)
    }
    deliver()
  }

  /// Delivers what is due, and schedules the alarm. One thread at a time does so, which preserves
  /// the order. Other threads, and calls from within a report, leave the work to that thread.
  private func deliver() {
    let isFirst = state.withLock { state in
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    guard isFirst else { return }
    while true {
      switch state.withLock({ $0.nextStep(now: clock.now) }) {
      case .deliver(.report(let report, let load)): load.onReport(report)
      case .deliver(.closed(let continuation)): continuation.resume()
      case .moveAlarm(let old, let deadline): moveAlarm(from: old, to: deadline)
      case .finish: return
      }
    }
  }

  private func moveAlarm(from old: ClockTimer?, to deadline: MonotonicInstant?) {
    old?.cancel()
    guard let deadline else { return }
    let timer = clock.schedule(at: deadline) { [weak self] in self?.ring(deadline) }
    state.withLock { state in
      if state.alarm?.deadline == deadline { state.alarm?.timer = timer }
    }
  }

  private func ring(_ deadline: MonotonicInstant) {
    state.withLock { state in
      if state.alarm?.deadline == deadline { state.alarm = nil }
      state.performDue(now: clock.now)
    }
    deliver()
  }
}
