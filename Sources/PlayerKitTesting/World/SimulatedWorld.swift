import PlayerKit
import PlayerKitSystem

/// A world for a queue in one process and on one thread: a clock, players that are late, a network,
/// a disk, a store, a user, a remote control, and the order of all tasks. A seed determines
/// everything that happens, so a run can be repeated.
///
/// ```swift
/// let world = SimulatedWorld(seed: 7)
/// world.run(steps: 200)
/// #expect(world.violations.isEmpty)
/// ```
///
/// After each step the world checks its ``Invariant``s. It stops at the first violation. Use it on
/// one thread at a time.
public final class SimulatedWorld {
  /// A property that must hold in every world.
  public enum Invariant: String, Sendable, Hashable, CaseIterable {
    /// At most one entry sounds at a time.
    case oneSound
    /// If all is left alone and works, the sound soon is what the status says.
    case nothingStuck
    /// A getter shows a command when the command returns. Every flush and seek is answered.
    case everyCommandAnswered
    /// The position of the queue is the position of the sound.
    case truePositions
    /// After a loss of power, the store restores a state that existed, and none older than the last
    /// one that it acknowledged.
    case storedStateExisted
    /// Timers, tasks, loads, and the history stay within their limits.
    case withinLimits
    /// Events lead observers to the values of the getters.
    case observersAgree
  }

  /// A fault that a world can have, to show that an invariant notices it.
  public enum Fault: String, Sendable, Hashable, CaseIterable {
    /// Players report that they are silent, but play on.
    case playerSoundsOn
    /// Players report for the load before the one that the report is about.
    case playerReportsForWrongLoad
    /// Players do not report that a seek is completed.
    case playerLosesSeeks
    /// Players report positions that are a second ahead.
    case playerReportsFalsePositions
    /// Players schedule a timer for each command, and keep it.
    case playerLeaksTimers
    /// The disk reports data as written that it has only in its cache.
    case storeAcknowledgesEarly
    /// The store restores the entries of one state with the modes of another one.
    case storeMixesStates
    /// The store does not answer a write.
    case storeNeverAnswers
    /// An observer misses every seventh turn.
    case observerMissesTurns
    /// A pause does not reach the queue.
    case pauseIsLost
  }

  /// A violation of an invariant.
  public struct Violation: Sendable, Hashable, CustomStringConvertible {
    /// The violated invariant.
    public let invariant: Invariant
    /// The seed of the world.
    public let seed: UInt64
    /// The number of the step, from 1.
    public let step: Int
    /// What was found.
    public let message: String

    /// The seed, the step, the invariant, and what was found.
    public var description: String {
      "seed \(seed), step \(step), \(invariant.rawValue): \(message)"
    }
  }

  /// The seed that determines the run.
  public let seed: UInt64
  /// The violations so far: none, or one and what follows from it.
  public internal(set) var violations: [Violation] = []
  /// The number of steps so far.
  public private(set) var steps = 0
  /// The number of things that happened: steps, timers that fired, and parts of tasks that ran.
  public internal(set) var transitions = 0
  /// The number of losses of power.
  public internal(set) var restarts = 0

  let fault: Fault?
  let clock = ManualClock()
  let tasks = SimulatedTaskQueue()
  let network = FakeNetwork()
  let disk: SimulatedDisk
  let chronicle = SimulatedChronicle()
  var dice: SeededGenerator
  var machine: SimulatedMachine?
  var lastTrack = 0
  /// Whether the disk loses its power during a later call.
  var isPowerEnding = false
  /// When the world was last left alone.
  var leftAloneSince = MonotonicInstant(sinceOrigin: .zero)

  /// Makes a world in which nothing has happened yet.
  ///
  /// - Parameters:
  ///   - seed: The seed of everything that happens.
  ///   - fault: A fault; `nil` for none.
  public init(seed: UInt64, fault: Fault? = nil) {
    self.seed = seed
    self.fault = fault
    dice = SeededGenerator(seed: seed)
    disk = SimulatedDisk(seed: dice.next(), lies: fault == .storeAcknowledgesEarly)
  }

  /// The events of the run, the oldest first. Equal seeds and steps give equal logs.
  public var log: [String] { chronicle.log }

  /// A checksum of ``log``.
  public var digest: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in log.joined(separator: "\n").utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  /// The time that has passed in the world.
  public var simulatedTime: Duration { clock.now.sinceOrigin }

  /// Performs steps, then leaves everything alone until it has settled. Further calls continue the
  /// run. Has no effect after a violation.
  public func run(steps count: Int) {
    LibraryTasks.$executor.withValue(tasks) {
      if machine == nil { start() }
      for _ in 0..<max(0, count) where violations.isEmpty { step() }
      settle()
      finish()
    }
  }

  private func step() {
    steps += 1
    transitions += 1
    act()
    runSomeTasks()
    check()
    switch Int.random(in: 0..<12, using: &dice) {
    case 0...4: break
    case 5...7: pass(.milliseconds(Int.random(in: 1...300, using: &dice)))
    case 8...9: pass(.milliseconds(Int.random(in: 300...3_000, using: &dice)))
    case 10: pass(.seconds(Int.random(in: 3...40, using: &dice)))
    default: settle()
    }
    check()
  }

  /// Lets the answers to everything that was asked come, so that nothing waits forever.
  private func finish() {
    machine?.queue.stop()
    machine?.queue.source = nil
    if violations.isEmpty { settle() }
    let end = clock.now + .seconds(200_000)
    while tasks.count > 0 || chronicle.pendingFlushes > 0, clock.now < end {
      runAllTasks()
      guard let deadline = clock.nextDeadline, deadline <= end else { break }
      clock.advance(to: deadline)
    }
  }

  // MARK: - Notes

  func note(_ text: String) {
    chronicle.note(text, at: clock.now)
  }

  func expect(
    _ condition: Bool,
    _ invariant: Invariant,
    _ message: @autoclosure () -> String
  ) {
    guard !condition else { return }
    let violation = Violation(
      invariant: invariant,
      seed: seed,
      step: steps,
      message: message()
    )
    violations.append(violation)
    note("violation: \(violation.message)")
  }
}
