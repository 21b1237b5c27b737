/// Where playback was at one instant and how fast it moved, so that any reader can extrapolate.
public struct PositionAnchor: Sendable, Hashable {
  /// The position in the track at ``instant``.
  public let position: Duration
  /// Track time per clock time: 0 while nothing moves, 1 at normal speed.
  public let speed: Double
  /// When the position held, on the player's monotonic clock.
  public let instant: MonotonicInstant

  /// Makes an anchor.
  public init(position: Duration, speed: Double, instant: MonotonicInstant) {
    self.position = position
    self.speed = speed
    self.instant = instant
  }

  /// The position at `now`, extrapolated; not bounded by a duration.
  public func position(at now: MonotonicInstant) -> Duration {
    guard speed != 0, now > instant else { return position }
    // Exact at the usual speed, where a detour by floating point would not be.
    return position + (speed == 1 ? now - instant : (now - instant) * speed)
  }

  /// The same position line, anchored at `now`, from there on moving at `speed`.
  public func moved(to now: MonotonicInstant, speed: Double) -> PositionAnchor {
    PositionAnchor(position: position(at: now), speed: speed, instant: now)
  }
}
