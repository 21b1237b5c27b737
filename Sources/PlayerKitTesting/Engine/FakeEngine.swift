import PlayerKitSystem
import PlayerKit

/// An engine that behaves like one, without sound: it plays ``FakeMedia`` on a clock.
///
/// With a ``ManualClock`` everything happens inside a command or inside an advance of the clock, on
/// the thread that called, so a test needs no waiting. What takes no time in the script, such as a
/// seek with a `seekTime` of zero, is reported before the command returns. Reports come serially,
/// under no lock; a command issued from within a report takes effect at once, and its reports follow
/// when that report has returned.
///
/// It remembers all its loads, and what they were given, until it is freed: for ``inject(_:for:)``.
public final class FakeEngine: AudioEngine {
  /// Who knows whether the network is gone.
  public let network: (any NetworkChecking)?
  private let clock: any PlaybackClock
  private let defaultScript: @Sendable (MediaSource) -> FakeMedia
  private let state: Locked<State>

  /// Makes an engine.
  ///
  /// - Parameters:
  ///   - clock: What it lives by.
  ///   - continuesAfterFailure: Whether what is next follows a current load that fails (reported
  ///     as `followedBy`), or ends as superseded.
  ///   - lateness: How late it does what it is told, and reports; `nil`: it is on time.
  ///   - network: Who knows whether the network is gone; `nil`: nobody.
  ///   - media: The script of each source that ``setMedia(_:for:)`` does not name, asked once for
  ///     each load, on the thread of the command. By default there are no others: `notFound`.
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

  /// Scripts what the source of this name is from the next load on (see
  /// ``PlayerKit/MediaSource/fakeName``).
  public func setMedia(_ media: FakeMedia, for name: String) {
    state.withLock { $0.scripts[name] = media }
  }

  // MARK: What it did and does

  /// All commands received, the oldest first, ignored ones too.
  public var commands: [Command] { state.withLock { $0.commands } }

  /// The names of the sources opened, the oldest first; one for each load that was accepted.
  public var openedSources: [String] { state.withLock { $0.openedSources } }

  /// The current load, then the next one.
  public var knownLoads: [LoadID] { state.withLock { $0.machine.knownLoads } }

  /// The load that sounds at this moment; mute and volume make no difference.
  public var soundingLoad: LoadID? { state.withLock { $0.machine.soundingLoad } }

  /// The output settings that hold.
  public var output: OutputSettings { state.withLock { $0.machine.output } }

  /// How a load was said to stand to its neighbors in the queue; `nil` for one never seen.
  public func albumContext(of load: LoadID) -> AlbumContext? {
    state.withLock { $0.loads[load]?.album }
  }

  /// Reports something that the engine itself would not, such as a late end of a load that is over.
  /// Changes nothing of what it plays. For a load never seen: does nothing.
  public func inject(_ report: LoadEvent, for load: LoadID) {
    state.withLock { state in
      guard let load = state.loads[load] else { return }
      state.say(.report(report, load), now: clock.now)
    }
    deliver()
  }

  // MARK: AudioEngine

  /// Loads a source; after ``close()`` the load ends as superseded.
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

  /// Opens what follows `current` at once; the same load set again changes nothing.
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

  /// Begins the next load now; at once where it is ready, else as soon as it is.
  public func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    perform(.playNext(next, after: current, isPlaying: isPlaying)) {
      $0.playNext(next, after: current, isPlaying: isPlaying, now: $1)
    }
  }

  /// Lets the load sound, or pauses it. For the next load it holds when its turn comes.
  public func setPlaying(_ isPlaying: Bool, load: LoadID) {
    perform(.setPlaying(isPlaying, load)) { $0.setPlaying(isPlaying, load, now: $1) }
  }

  /// Goes to a position; past the end it ends, also while paused. A negative one is 0.
  public func seek(to position: Duration, id: SeekID, load: LoadID) {
    perform(.seek(position, id, load)) { $0.seek(to: position, id, load, now: $1) }
  }

  /// Reports where the load is, at once. It is no command of the record.
  public func measure(_ load: LoadID) {
    perform(nil) { $0.measure(load, now: $1) }
  }

  /// Gives the current load back with what is next, or the next one alone.
  public func unload(_ load: LoadID) {
    perform(.unload(load)) { machine, _ in machine.unload(load) }
  }

  /// Takes the settings; only the rate changes what happens.
  public func setOutput(_ settings: OutputSettings) {
    perform(.setOutput(settings)) { $0.setOutput(settings, now: $1) }
  }

  /// Releases all, without delay; returns when that was reported.
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

  /// Delivers what waits, and sets the alarm; by one thread at a time, which keeps the order. Who
  /// comes meanwhile, or from within a report, leaves it to that thread.
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
