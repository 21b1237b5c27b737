import PlayerKit

/// Takes the click out of a pause, a resume, a seek and a stop: the output's own volume goes down in
/// small steps before, and up after. Pure: the driver tells the time.
///
/// It stands between the engine's machine and libmpv. What would cut the sound waits, with all that
/// comes behind it, until the volume is down; so the order of commands and reports stays.
struct Fader: Sendable, Equatable {
  typealias Action = MPVEngineStateMachine.Action
  typealias Instant = ContinuousClock.Instant

  enum Operation: Sendable, Equatable {
    case perform(Action)
    /// The output's own volume, as a share of what it was; 1 gives it back.
    case setLevel(Double)
  }

  private enum Ramp: Sendable, Equatable {
    case down
    /// The volume is down; the output has yet to take that in.
    case settling
    case up
  }

  /// A seek for which libmpv is paused, until it is there.
  private enum Hold: Sendable, Equatable {
    case sent
    case underWay
  }

  /// Time from one step to the next.
  static let interval = Duration.milliseconds(1)
  /// How long an output takes to sound as loud as it was told: a turn of PulseAudio's thread.
  static let settling = Duration.milliseconds(15)

  /// When ``tick(at:)`` is due.
  private(set) var deadline: Instant?
  private let steps: Int
  private var step: Int
  private var ramp: Ramp?
  private var deferred: [Action] = []
  private var hold: Hold?
  /// What libmpv was told.
  private var isPaused = false
  /// What the machine wants.
  private var wantsPaused = false

  /// - Parameter length: of one fade; more than a second counts as one, 0 or less as none.
  init(length: Duration) {
    let milliseconds = min(max(length, .zero), .seconds(1)) / .milliseconds(1)
    steps = Int(milliseconds.rounded(.up))
    step = steps
  }

  // MARK: Inputs

  /// Handles what the machine wants done; `canFade`: whether the output has a volume of its own.
  mutating func handle(_ actions: [Action], canFade: Bool, at now: Instant) -> [Operation] {
    var operations: [Operation] = []
    let canFade = canFade && steps > 0
    for action in actions {
      if deferred.isEmpty {
        operations += handle(action, canFade: canFade, at: now)
      } else {
        deferred.append(action)
      }
    }
    return operations
  }

  /// The time of ``deadline`` has come.
  mutating func tick(at now: Instant) -> [Operation] {
    guard let deadline, deadline <= now else { return [] }
    switch ramp {
    case .down:
      step -= 1
      if step == 0 { ramp = .settling }
      self.deadline = now + (step == 0 ? Self.settling : Self.interval)
      return [.setLevel(level)]
    case .up:
      step += 1
      if step == steps { ramp = nil }
      self.deadline = step == steps ? nil : now + Self.interval
      return [.setLevel(level)]
    case .settling:
      return cut(at: now)
    case nil:
      self.deadline = nil
      return []
    }
  }

  /// libmpv began to seek.
  mutating func seekBegan() {
    if hold == .sent { hold = .underWay }
  }

  /// libmpv is where it was to go.
  mutating func restarted(canFade: Bool, at now: Instant) -> [Operation] {
    hold == .underWay ? release(canFade: canFade, at: now) : []
  }

  /// Nothing will come of a seek: libmpv refused it, or an entry began or ended.
  mutating func release(canFade: Bool, at now: Instant) -> [Operation] {
    guard hold != nil else { return [] }
    hold = nil
    return wantsPaused || !deferred.isEmpty ? [] : resume(canFade: canFade && steps > 0, at: now)
  }

  /// Does at once what waits, as the engine ends.
  mutating func finish() -> [Operation] {
    let wasChanged = step < steps
    defer {
      step = steps
      ramp = nil
      deadline = nil
      deferred = []
    }
    return deferred.map { .perform($0) } + (wasChanged ? [.setLevel(1)] : [])
  }

  // MARK: Parts

  private var level: Double { steps > 0 ? Double(step) / Double(steps) : 1 }

  private mutating func handle(_ action: Action, canFade: Bool, at now: Instant) -> [Operation] {
    if case .setPaused(let isWanted) = action {
      wantsPaused = isWanted
      // It is paused until the seek is settled, and goes on, or not, then.
      if hold != nil { return [] }
      if !isWanted { return resume(canFade: canFade, at: now) }
      if canFade, !isPaused { return fadeDown(before: action, at: now) }
      isPaused = true
    } else if case .seek = action {
      if canFade, !isPaused { return fadeDown(before: action, at: now) }
      if hold != nil { hold = .sent }
    }
    return [.perform(action)]
  }

  private mutating func fadeDown(before action: Action, at now: Instant) -> [Operation] {
    deferred = [action]
    ramp = .down
    deadline = now
    guard step > 0 else {
      ramp = .settling
      deadline = now + Self.settling
      return []
    }
    return tick(at: now)
  }

  /// Silence: does what waited for it.
  private mutating func cut(at now: Instant) -> [Operation] {
    var operations: [Operation] = []
    let actions = deferred
    deferred = []
    ramp = nil
    deadline = nil
    step = steps
    isPaused = true
    operations.append(.perform(.setPaused(true)))
    var rest = actions[...]
    if let first = rest.first, case .seek = first {
      hold = .sent
      operations.append(.perform(first))
    }
    rest = rest.dropFirst()
    // A paused output is silent whatever its volume: that must never be left low for long, as systems
    // remember it for the app.
    operations.append(.setLevel(1))
    return operations + handle(Array(rest), canFade: true, at: now)
  }

  private mutating func resume(canFade: Bool, at now: Instant) -> [Operation] {
    defer { isPaused = false }
    guard canFade, isPaused else { return [.perform(.setPaused(false))] }
    step = 0
    ramp = .up
    deadline = now + Self.interval
    return [.setLevel(0), .perform(.setPaused(false))]
  }
}
