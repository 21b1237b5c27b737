import PlayerKit

/// This many seconds, exact to the millisecond, which `Duration.seconds(_: Double)` is not.
func seconds(_ seconds: Double) -> Duration {
  .milliseconds(Int((seconds * 1000).rounded()))
}

/// The instant this many seconds after the origin.
func at(_ instant: Double) -> MonotonicInstant {
  MonotonicInstant(sinceOrigin: seconds(instant))
}

/// An anchor in seconds.
func anchor(_ position: Double, speed: Double = 1, at instant: Double) -> PositionAnchor {
  PositionAnchor(position: seconds(position), speed: speed, instant: at(instant))
}
