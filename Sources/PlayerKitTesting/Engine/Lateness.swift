import PlayerKit
import PlayerKitSystem

/// The delays with which a fake resolves tracks, carries out commands, and reports events.
///
/// Without it a fake is always on time, unlike real players. All delays derive from ``seed``. Print
/// the seed when a test fails, so that the run can be repeated. Commands and reports keep their
/// order.
public struct Lateness: Sendable, Hashable, CustomStringConvertible {
  /// The seed of the random delays.
  public let seed: UInt64
  /// The upper limit of the delays. A third of them are zero.
  public let longest: Duration
  /// The share of delayed look-ups that fail with ``PlayerError/Code/timedOut``, from 0 to 1.
  public let failingLookups: Double

  /// Makes a lateness, by default with a random seed.
  public init(
    seed: UInt64 = .random(in: .min ... .max),
    longest: Duration = .milliseconds(50),
    failingLookups: Double = 0
  ) {
    self.seed = seed
    self.longest = longest
    self.failingLookups = failingLookups
  }

  /// The seed and the longest delay.
  public var description: String { "seed \(seed), up to \(longest)" }
}

/// Draws the delays of one fake.
struct Delays: Sendable {
  private let lateness: Lateness?
  private var generator: SeededGenerator

  init(_ lateness: Lateness?, salt: UInt64) {
    self.lateness = lateness
    generator = SeededGenerator(seed: (lateness?.seed ?? 0) &+ salt)
  }

  /// Returns the next delay. Zero if the fake is on time.
  mutating func next() -> Duration {
    guard let lateness else { return .zero }
    let part = Double.random(in: 0..<1, using: &generator)
    return part < 1.0 / 3 ? .zero : lateness.longest * ((part - 1.0 / 3) * 1.5)
  }

  /// Returns whether the next look-up fails.
  mutating func nextFails() -> Bool {
    guard let lateness, lateness.failingLookups > 0 else { return false }
    return Double.random(in: 0..<1, using: &generator) < lateness.failingLookups
  }
}

/// Runs a task's jobs immediately, on the thread that resumes it. Tasks that wait for a manual
/// clock continue inside an advance of that clock.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
