import PlayerKitSystem
import PlayerKit

/// How late a fake finds its tracks, does what it is told, and says what it has to say.
///
/// Without it a fake is on time, as no real player is. All delays come from ``seed``: show it where a
/// test fails, so that the run can be repeated. What was told first is done first, and what happened
/// first is reported first.
public struct Lateness: Sendable, Hashable, CustomStringConvertible {
  /// What the delays are drawn from.
  public let seed: UInt64
  /// No delay is longer; a third of them are zero.
  public let longest: Duration
  /// How many of the look-ups that take time fail, from 0 to 1: as ``PlayerError/Code/timedOut``.
  public let failingLookups: Double

  /// Makes a lateness; with a seed at random where none is given.
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

  /// How long to wait for the next thing; zero where the fake is on time.
  mutating func next() -> Duration {
    guard let lateness else { return .zero }
    let part = Double.random(in: 0..<1, using: &generator)
    return part < 1.0 / 3 ? .zero : lateness.longest * ((part - 1.0 / 3) * 1.5)
  }

  /// Whether the next look-up fails.
  mutating func nextFails() -> Bool {
    guard let lateness, lateness.failingLookups > 0 else { return false }
    return Double.random(in: 0..<1, using: &generator) < lateness.failingLookups
  }
}

/// Runs a task's jobs at once, on the thread that resumes it: what waits for a manual clock goes on
/// inside an advance of that clock.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
