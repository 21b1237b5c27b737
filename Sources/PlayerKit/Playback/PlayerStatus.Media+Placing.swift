extension PlayerStatus.Media {
  /// Takes over up to where the bytes are there: at most once a second, and when all is there.
  ///
  /// - Returns: whether that is news.
  mutating func recordBuffered(_ position: Duration, at now: MonotonicInstant) -> Bool {
    let position = max(.zero, duration.map { min($0, position) } ?? position)
    guard position != buffered?.position else { return false }
    if let last = buffered?.at, now - last < .seconds(1), position != duration { return false }
    buffered = (position, now)
    return true
  }

  /// Takes over a measured position, unless it is so little off that a jump would be worse; never
  /// lets the position creep backwards.
  ///
  /// - Returns: whether it is a jump.
  mutating func place(
    _ anchor: PositionAnchor?,
    tolerance: Duration = PlaybackStateMachine.positionTolerance
  ) -> Bool {
    guard let anchor else { return false }
    // What stands still may only not have heard yet that it is to play.
    if anchor.speed > 0 { speed = anchor.speed }
    let measured = anchor.position(at: instant)
    let error = measured - position
    if error <= .zero && error >= .zero - tolerance { return false }
    // What plays past its end has another length than was said.
    if let duration, measured > duration + PlaybackStateMachine.durationTolerance {
      self.duration = nil
    }
    position = measured
    return error < .zero || error > tolerance
  }
}
