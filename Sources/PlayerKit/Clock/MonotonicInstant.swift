/// A point in time on a monotonic clock, as the time since that clock's own origin.
///
/// Instants of different clocks must not be compared.
public struct MonotonicInstant: Sendable, Hashable, Comparable {
  /// The time since the clock's origin.
  public let sinceOrigin: Duration

  /// Creates the instant `sinceOrigin` after the clock's origin.
  public init(sinceOrigin: Duration) {
    self.sinceOrigin = sinceOrigin
  }

  /// Returns the instant `duration` later.
  public static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
    MonotonicInstant(sinceOrigin: instant.sinceOrigin + duration)
  }

  /// Returns the time from `b` to `a`.
  public static func - (a: MonotonicInstant, b: MonotonicInstant) -> Duration {
    a.sinceOrigin - b.sinceOrigin
  }

  /// Returns whether `a` is before `b`.
  public static func < (a: MonotonicInstant, b: MonotonicInstant) -> Bool {
    a.sinceOrigin < b.sinceOrigin
  }
}
