import PlayerKit

/// What a ``FakeEngine`` plays: pure. The instants of successive inputs must not decrease.
struct FakeEngineStateMachine {
  /// What the driver is to do, in this order.
  enum Action {
    /// Note that the source of this load is being opened.
    case open(LoadID)
    case report(LoadReport, LoadID)
  }

  private struct Active {
    var current: FakePlayback
    var isPlaying: Bool
    var next: FakePlayback?
    /// Whether the next load is to sound; `nil`: as the current one does when its turn comes.
    var nextIsPlaying: Bool?
  }

  private enum State {
    case idle
    case active(Active)
    case closed
  }

  private var state = State.idle
  /// The settings that hold, also while nothing is loaded.
  private(set) var output = OutputSettings()
  /// Whether what is next follows a current load that fails, or is dropped with it.
  private let continuesAfterFailure: Bool

  init(continuesAfterFailure: Bool) {
    self.continuesAfterFailure = continuesAfterFailure
  }

  // MARK: What is

  /// The current load and the next one.
  var knownLoads: [LoadID] {
    switch state {
    case .active(let active): [active.current.id] + (active.next.map { [$0.id] } ?? [])
    case .idle, .closed: []
    }
  }

  /// The load that sounds now.
  var soundingLoad: LoadID? {
    switch state {
    case .active(let active): active.current.isMoving ? active.current.id : nil
    case .idle, .closed: nil
    }
  }

  /// When something happens by itself.
  var nextDeadline: MonotonicInstant? {
    switch state {
    case .active(let active):
      [active.next?.deadline, active.current.deadline].compactMap { $0 }.min()
    case .idle, .closed: nil
    }
  }

  // MARK: Inputs

  /// Time passed.
  mutating func tick(now: MonotonicInstant) -> [Action] {
    var actions: [Action] = []
    while let deadline = nextDeadline, deadline <= now {
      actions += fire(at: deadline)
    }
    return actions
  }

  mutating func load(
    _ id: LoadID,
    _ media: FakeMedia,
    position: Duration,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    let before = tick(now: now)
    let superseded = knownLoads.map { Action.report(.superseded, $0) }
    switch state {
    case .closed:
      return [.report(.superseded, id)]
    case .idle, .active:
      let current = FakePlayback(
        id: id,
        media: media,
        position: position,
        speed: isPlaying ? output.rate : 0,
        now: now
      )
      state = .active(Active(current: current, isPlaying: isPlaying))
      return before + superseded + [.open(id)] + tick(now: now)
    }
  }

  mutating func setNext(
    _ id: LoadID,
    _ media: FakeMedia,
    position: Duration,
    after current: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    let before = tick(now: now)
    guard case .active(var active) = state, active.current.id == current else {
      return before + [.report(.superseded, id)]
    }
    // Said again: it stays as it is, since an id can end only once.
    if active.next?.id == id { return before }
    let replaced = active.next.map { Action.report(.superseded, $0.id) }
    active.next = FakePlayback(id: id, media: media, position: position, speed: 0, now: now)
    active.nextIsPlaying = nil
    state = .active(active)
    return before + (replaced.map { [$0] } ?? []) + [.open(id)] + tick(now: now)
  }

  mutating func removeNext(after current: LoadID, now: MonotonicInstant) -> [Action] {
    change(now: now) { active, _ in
      guard active.current.id == current, let next = active.next else { return [] }
      active.next = nil
      return [.report(.superseded, next.id)]
    }
  }

  mutating func playNext(
    _ id: LoadID,
    after current: LoadID,
    isPlaying: Bool,
    now: MonotonicInstant
  ) -> [Action] {
    let before = tick(now: now)
    guard case .active(let active) = state, active.current.id == current else { return before }
    let superseded = Action.report(.superseded, current)
    guard var next = active.next, next.id == id else {
      state = .idle
      return before + [superseded] + (active.next.map { [.report(.superseded, $0.id)] } ?? [])
    }
    let reports = next.takeTurn(speed: isPlaying ? output.rate : 0, now: now)
    state = .active(Active(current: next, isPlaying: isPlaying))
    return before + [superseded] + reports.map { .report($0, id) } + tick(now: now)
  }

  mutating func setPlaying(_ isPlaying: Bool, _ id: LoadID, now: MonotonicInstant) -> [Action] {
    change(now: now) { active, rate in
      if active.current.id == id {
        active.isPlaying = isPlaying
        let reports = active.current.setSpeed(isPlaying ? rate : 0, now: now)
        return reports.map { .report($0, id) }
      }
      if active.next?.id == id { active.nextIsPlaying = isPlaying }
      return []
    }
  }

  mutating func measure(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    change(now: now) { active, _ in
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
    change(now: now) { active, _ in
      var reports: [LoadReport] = []
      if active.current.id == id {
        reports = active.current.seek(to: position, id: seek, now: now)
      } else if active.next?.id == id {
        reports = active.next?.seek(to: position, id: seek, now: now) ?? []
      }
      return reports.map { .report($0, id) }
    }
  }

  mutating func setOutput(_ output: OutputSettings, now: MonotonicInstant) -> [Action] {
    let before = tick(now: now)
    self.output = output
    return before
      + change(now: now) { active, rate in
        guard active.isPlaying else { return [] }
        let id = active.current.id
        return active.current.setSpeed(rate, now: now).map { .report($0, id) }
      }
  }

  mutating func unload(_ id: LoadID, now: MonotonicInstant) -> [Action] {
    let before = tick(now: now)
    guard case .active(var active) = state else { return before }
    if active.current.id == id {
      state = .idle
      return before + [.report(.released, id)]
        + (active.next.map { [.report(.superseded, $0.id)] } ?? [])
    }
    guard active.next?.id == id else { return before }
    active.next = nil
    state = .active(active)
    return before + [.report(.released, id)]
  }

  mutating func close(now: MonotonicInstant) -> [Action] {
    let before = tick(now: now)
    defer { state = .closed }
    return before + knownLoads.map { .report(.released, $0) }
  }
}

extension FakeEngineStateMachine {
  /// Changes what is active, if anything, between what was due before and what is due then.
  private mutating func change(
    now: MonotonicInstant,
    _ body: (inout Active, _ rate: Double) -> [Action]
  ) -> [Action] {
    let before = tick(now: now)
    guard case .active(var active) = state else { return before }
    let actions = body(&active, output.rate)
    state = .active(active)
    return before + actions + tick(now: now)
  }

  /// Lets the playback go on whose deadline this is; the next one first, so that it can still
  /// follow where it becomes ready in the instant in which the current one ends.
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
    let reports = outcome.reports + (outcome.ending.map { [$0.report(followedBy: nil)] } ?? [])
    return reports.map { .report($0, next.id) }
  }

  /// Ends the current playback and lets the next one follow, if there is one.
  private mutating func end(
    _ active: Active,
    _ ending: FakePlayback.Ending,
    now: MonotonicInstant
  ) -> [Action] {
    let ended = active.current.id
    guard var next = active.next else {
      state = .idle
      return [.report(ending.report(followedBy: nil), ended)]
    }
    guard continuesAfterFailure || !ending.isFailure else {
      state = .idle
      return [.report(ending.report(followedBy: nil), ended), .report(.superseded, next.id)]
    }
    let isPlaying = active.nextIsPlaying ?? active.isPlaying
    let reports = next.takeTurn(speed: isPlaying ? output.rate : 0, now: now)
    state = .active(Active(current: next, isPlaying: isPlaying))
    return [.report(ending.report(followedBy: next.id), ended)]
      + reports.map { .report($0, next.id) }
  }
}

extension FakePlayback.Ending {
  fileprivate var isFailure: Bool {
    switch self {
    case .ended: false
    case .failed: true
    }
  }

  fileprivate func report(followedBy next: LoadID?) -> LoadReport {
    switch self {
    case .ended: .ended(followedBy: next)
    case .failed(let error): .failed(error, followedBy: next)
    }
  }
}
