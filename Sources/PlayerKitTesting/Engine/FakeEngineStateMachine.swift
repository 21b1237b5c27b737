import PlayerKit

/// The pure logic of a ``FakeEngine``. The instants of successive inputs must not decrease. Call
/// ``tick(now:)`` before and after each input.
struct FakeEngineStateMachine {
  /// An action for the driver. Actions are performed in order.
  enum Action {
    /// Record that the source of this load is being opened.
    case open(LoadID)
    case report(LoadEvent, LoadID)
  }

  private struct Active {
    var current: FakePlayback
    var isPlaying: Bool
    var next: FakePlayback?
    /// Whether the next load plays when it begins. `nil` to do as the current load does at that
    /// time.
    var nextIsPlaying: Bool?

    /// The report that the next load is superseded, if there is one.
    var superseded: [Action] { next.map { [.report(.superseded, $0.id)] } ?? [] }
  }

  private enum State {
    case idle
    case active(Active)
    case closed
  }

  private var state = State.idle
  /// The current settings, also while nothing is loaded.
  private(set) var output = OutputSettings()
  /// Whether the next load follows if the current one fails. Otherwise it is dropped.
  private let continuesAfterFailure: Bool

  init(continuesAfterFailure: Bool) {
    self.continuesAfterFailure = continuesAfterFailure
  }

  // MARK: State

  /// The current load, then the next one.
  var knownLoads: [LoadID] { [active?.current.id, active?.next?.id].compactMap(\.self) }

  /// The currently playing load.
  var soundingLoad: LoadID? { active.flatMap { $0.current.isMoving ? $0.current.id : nil } }

  /// The position of the currently playing load.
  func soundingPosition(now: MonotonicInstant) -> Duration? {
    active.flatMap { $0.current.isMoving ? $0.current.position(at: now) : nil }
  }

  /// The instant of the next event that needs no input.
  var nextDeadline: MonotonicInstant? {
    [active?.next?.deadline, active?.current.deadline].compactMap(\.self).min()
  }

  private var active: Active? {
    if case .active(let active) = state { active } else { nil }
  }

  // MARK: Inputs

  /// Processes all deadlines up to `now`.
  mutating func tick(now: MonotonicInstant) -> [Action] {
    var actions: [Action] = []
    while let deadline = nextDeadline, deadline <= now {
      actions += fire(at: deadline)
    }
    return actions
  }

  mutating func load(
    _ request: EngineLoad,
    _ media: FakeMedia,
    now: MonotonicInstant
  ) -> [Action] {
    let superseded = knownLoads.map { Action.report(.superseded, $0) }
    switch state {
    case .closed:
      return [.report(.superseded, request.id)]
    case .idle, .active:
      let speed = request.isPlaying ? output.rate : 0
      let current = FakePlayback(request, media, speed: speed, now: now)
      state = .active(Active(current: current, isPlaying: request.isPlaying))
      return superseded + [.open(request.id)]
    }
  }

  mutating func setNext(
    _ request: EngineLoad,
    _ media: FakeMedia,
    after current: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    guard case .active(var active) = state, active.current.id == current else {
      return [.report(.superseded, request.id)]
    }
    // Setting the same load again has no effect, since an id can end only once.
    if active.next?.id == request.id { return [] }
    let replaced = active.superseded
    active.next = FakePlayback(request, media, speed: 0, now: now)
    active.nextIsPlaying = nil
    state = .active(active)
    return replaced + [.open(request.id)]
  }

  mutating func removeNext(after current: LoadID) -> [Action] {
    change { active, _ in
      guard active.current.id == current else { return [] }
      defer { active.next = nil }
      return active.superseded
    }
  }

  mutating func playNext(
    _ id: LoadID,
    after current: LoadID,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    guard case .active(let active) = state, active.current.id == current else { return [] }
    let superseded = Action.report(.superseded, current)
    guard let next = active.next, next.id == id else {
      state = .idle
      return [superseded] + active.superseded
    }
    return [superseded] + begin(next, isPlaying: isPlaying, now: now)
  }

  mutating func setPlaying(_ isPlaying: Bool, _ id: LoadID, now: MonotonicInstant) -> [Action] {
    change { active, rate in
      if active.next?.id == id { active.nextIsPlaying = isPlaying }
      guard active.current.id == id else { return [] }
      active.isPlaying = isPlaying
      return active.current.setSpeed(isPlaying ? rate : 0, now: now).map { .report($0, id) }
    }
  }

  mutating func measure(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    change { active, _ in
      guard active.current.id == id else { return [] }
      return active.current.measure(now: now).map { .report($0, id) }
    }
  }

  mutating func seek(
    to position: Duration,
    _ seek: SeekID,
    _ id: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    change { active, _ in
      let reports =
        active.current.id == id
        ? active.current.seek(to: position, id: seek, now: now)
        : active.next?.id == id ? active.next?.seek(to: position, id: seek, now: now) : nil
      return (reports ?? []).map { .report($0, id) }
    }
  }

  mutating func setOutput(_ output: OutputSettings, now: MonotonicInstant) -> [Action] {
    self.output = output
    return change { active, rate in
      guard active.isPlaying else { return [] }
      let id = active.current.id
      return active.current.setSpeed(rate, now: now).map { .report($0, id) }
    }
  }

  mutating func unload(_ id: LoadID) -> [Action] {
    guard case .active(var active) = state, knownLoads.contains(id) else { return [] }
    if active.current.id == id {
      state = .idle
      return [.report(.released, id)] + active.superseded
    }
    active.next = nil
    state = .active(active)
    return [.report(.released, id)]
  }

  mutating func close() -> [Action] {
    defer { state = .closed }
    return knownLoads.map { .report(.released, $0) }
  }
}

extension FakeEngineStateMachine {
  /// Changes the active loads, if there are any.
  private mutating func change(_ body: (inout Active, _ rate: Double) -> [Action]) -> [Action] {
    guard case .active(var active) = state else { return [] }
    defer { state = .active(active) }
    return body(&active, output.rate)
  }

  /// Makes the next playback the current one.
  private mutating func begin(
    _ next: FakePlayback,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    var next = next
    if let rate = next.rate { output.rate = rate }
    let reports = next.takeTurn(speed: isPlaying ? output.rate : 0, now: now)
    state = .active(Active(current: next, isPlaying: isPlaying))
    return reports.map { .report($0, next.id) }
  }

  /// Fires the playback with this deadline. The next playback comes first, so that it can still
  /// follow if it becomes ready in the instant in which the current one ends.
  private mutating func fire(at deadline: MonotonicInstant) -> [Action] {
    guard case .active(var active) = state else { return [] }
    if let next = active.next, next.deadline == deadline {
      return fireNext(next, in: active)
    }
    let id = active.current.id
    let outcome = active.current.fire()
    state = .active(active)
    let reports = outcome.reports.map { Action.report($0, id) }
    return reports + (outcome.ending.map { end(active, $0, now: deadline) } ?? [])
  }

  private mutating func fireNext(_ next: FakePlayback, in active: Active) -> [Action] {
    var (active, next) = (active, next)
    let outcome = next.fire()
    active.next = outcome.ending == nil ? next : nil
    state = .active(active)
    let opened = outcome.reports.compactMap(\.opening)
    let reports =
      opened + outcome.reports + (outcome.ending.map { [$0.report(followedBy: nil)] } ?? [])
    return reports.map { .report($0, next.id) }
  }

  /// Ends the current playback and begins the next one, if there is one.
  private mutating func end(
    _ active: Active,
    _ ending: FakePlayback.Ending,
    now: MonotonicInstant
  ) -> [Action] {
    let follower = continuesAfterFailure || !ending.isFailure ? active.next : nil
    let report = Action.report(ending.report(followedBy: follower?.id), active.current.id)
    guard let follower else {
      state = .idle
      return [report] + active.superseded
    }
    let isPlaying = active.nextIsPlaying ?? active.isPlaying
    return [report] + begin(follower, isPlaying: isPlaying, now: now)
  }
}

extension LoadEvent {
  /// For a loaded next load, the report that precedes `loaded`: a fake is opened and loaded at the
  /// same time.
  fileprivate var opening: LoadEvent? {
    guard case .loaded(let media) = self else { return nil }
    return .opened(isLive: media.duration == nil && !media.isSeekable)
  }
}

extension FakePlayback.Ending {
  fileprivate var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  fileprivate func report(followedBy next: LoadID?) -> LoadEvent {
    switch self {
    case .ended: .ended(followedBy: next)
    case .failed(let error): .failed(error, followedBy: next)
    }
  }
}
