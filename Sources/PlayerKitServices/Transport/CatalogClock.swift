import Foundation

/// Tells the time and waits. Injected, so that tests move time by hand.
public protocol CatalogClock: Sendable {
  /// The time since the clock's own origin. Never goes backwards; not comparable between clocks.
  var uptime: Duration { get }

  /// The calendar's time, for what services state in it: when a token expires. May jump.
  var date: Date { get }

  /// Waits for `duration`; not at all where it is zero or less.
  ///
  /// - Throws: `CancellationError`, soon after the task is cancelled.
  func sleep(for duration: Duration) async throws
}

/// The system's monotonic clock and calendar.
public struct SystemCatalogClock: CatalogClock {
  private static let origin = ContinuousClock.now

  /// Makes the clock. All values of this type share one origin.
  public init() {}

  /// The time since the process first asked.
  public var uptime: Duration { ContinuousClock.now - Self.origin }

  /// The present.
  public var date: Date { Date() }

  /// Waits on the global executor; for a year at most, since the system's deadline must not
  /// overflow.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let duration = min(duration, .seconds(365 * 24 * 3600))
    try await Task.sleep(for: duration, tolerance: .milliseconds(1))
  }
}
