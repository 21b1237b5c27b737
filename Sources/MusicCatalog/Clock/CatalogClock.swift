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

  /// Waits on the global executor.
  public func sleep(for duration: Duration) async throws {
    try await Task.sleep(for: max(duration, .zero), tolerance: .milliseconds(1))
  }
}
