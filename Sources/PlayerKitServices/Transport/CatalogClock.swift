import Foundation

/// A clock that can also wait. Injected, so that tests control time.
public protocol CatalogClock: Sendable {
  /// The time since the clock's own origin. Never goes backwards. Not comparable between clocks.
  var uptime: Duration { get }

  /// The wall-clock time, for dates that services state, such as a token's expiration. May jump.
  var date: Date { get }

  /// Waits for `duration`. Returns at once if it is zero or less.
  ///
  /// - Throws: `CancellationError`, soon after the task is canceled.
  func sleep(for duration: Duration) async throws
}

/// The system's monotonic clock and wall clock.
public struct SystemCatalogClock: CatalogClock {
  private static let origin = ContinuousClock.now

  /// Makes the clock. All values of this type share one origin.
  public init() {}

  /// The time since the first use in this process.
  public var uptime: Duration { ContinuousClock.now - Self.origin }

  /// The current date.
  public var date: Date { Date() }

  /// Waits on the global executor, for at most a year, since the system's deadline must not
  /// overflow.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let duration = min(duration, .seconds(365 * 24 * 3600))
    try await Task.sleep(for: duration, tolerance: .milliseconds(1))
  }
}
