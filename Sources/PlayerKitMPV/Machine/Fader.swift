import PlayerKit

/// Removes the click of a pause, a resume, a seek and a stop by moving the output's own volume in
/// small steps. Pure: the driver passes the time.
///
/// It sits between the engine's state machine and libmpv. An action that would cut the audio waits,
/// with all actions after it, until the volume is down. So the order of commands and reports stays.
struct Fader: Sendable, Equatable {
  typealias Action = MPVEngineStateMachine.Action
  typealias Instant = ContinuousClock.Instant

  enum Operation: Sendable, Equatable {
    case perform(Action)
    /// The output's volume, as a share of the original; 1 restores it.
    case setLevel(Double)
  }

  private enum Ramp: Sendable, Equatable {
    case down
    /// The volume is down, but the output has not applied it yet.
    case settling
    case up
  }

  /// A seek during which libmpv is paused.
  private enum Hold: Sendable, Equatable {
    case sent
    case underWay
  }

  /// The time between two steps.
  static let interval = Duration.milliseconds(1)
  /// How long an output takes to apply a volume: one cycle of PulseAudio's thread.
  static let settling = Duration.milliseconds(15)

  /// When ``tick(at:)`` is due.
  private(set) var deadline: Instant?
  private let steps: Int
  private var step: Int
  private var ramp: Ramp?
  private var deferred: [Action] = []
  private var hold: Hold?
  /// The state that libmpv has.
  private var isPaused = false
  /// The state that the machine wants.
  private var wantsPaused = false

  /// - Parameter length: of one fade, at most one second. 0 or less disables fades.
  init(length: Duration) {
    let milliseconds = min(max(length, .zero), .seconds(1)) / .milliseconds(1)
    steps = Int(milliseconds.rounded(.up))
    step = steps
  }

  // MARK: Inputs

  /// Handles actions of the machine. `canFade` is whether the output has its own volume.
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

  /// Called when ``deadline`` has come.
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

  /// Called when libmpv began to seek.
  mutating func seekBegan() {
    if hold == .sent { hold = .underWay }
  }

  /// Called when libmpv has arrived.
  mutating func restarted(canFade: Bool, at now: Instant) -> [Operation] {
    hold == .underWay ? release(canFade: canFade, at: now) : []
  }

  /// Handles the end of a seek that will not arrive: libmpv refused it, or an entry began or ended.
  mutating func release(canFade: Bool, at now: Instant) -> [Operation] {
    guard hold != nil else { return [] }
    hold = nil
    return wantsPaused || !deferred.isEmpty ? [] : resume(canFade: canFade && steps > 0, at: now)
  }

  /// Performs all waiting actions at once, when the engine ends.
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
      // Stays paused until the seek completes.
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

  /// Performs the waiting actions in silence.
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
    // A paused output is silent at any volume. The volume must not stay low, as systems remember it
    // for the app.
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
