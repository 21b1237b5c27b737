/// The position at one instant and its speed, from which any reader can extrapolate.
public struct PositionAnchor: Sendable, Hashable {
  /// The position in the track at ``instant``.
  public let position: Duration
  /// Track time per clock time: 0 if the position does not move, 1 at normal speed.
  public let speed: Double
  /// The time of the position, on the player's monotonic clock.
  public let instant: MonotonicInstant

  /// Creates an anchor.
  public init(position: Duration, speed: Double, instant: MonotonicInstant) {
    self.position = position
    self.speed = speed
    self.instant = instant
  }

  /// Returns the position at `now`, extrapolated and not limited by a duration.
  public func position(at now: MonotonicInstant) -> Duration {
    guard speed != 0, now > instant else { return position }
    // Exact at normal speed, unlike floating-point arithmetic.
    return position + (speed == 1 ? now - instant : (now - instant) * speed)
  }

  /// Returns an anchor at `now` with the same position there, moving at `speed` from then on.
  public func moved(to now: MonotonicInstant, speed: Double) -> PositionAnchor {
    PositionAnchor(position: position(at: now), speed: speed, instant: now)
  }
}
