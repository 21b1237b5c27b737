extension PlayerStatus.Media {
  /// Records the buffered position: at most once a second, and when everything is buffered.
  ///
  /// - Returns: Whether it changed.
  mutating func recordBuffered(_ position: Duration, at now: MonotonicInstant) -> Bool {
    let position = max(.zero, duration.map { min($0, position) } ?? position)
    guard position != buffered?.position else { return false }
    if let last = buffered?.at, now - last < .seconds(1), position != duration { return false }
    buffered = (position, now)
    return true
  }

  /// Adopts a measured position, unless it differs so little that a jump would be worse. The
  /// position never creeps backwards.
  ///
  /// - Returns: Whether it jumped.
  mutating func place(
    _ anchor: PositionAnchor?,
    tolerance: Duration = PlaybackStateMachine.positionTolerance
  ) -> Bool {
    guard let anchor else { return false }
    // A track that stands still may only not have received the command to play yet.
    if anchor.speed > 0 { speed = anchor.speed }
    let measured = anchor.position(at: instant)
    let error = measured - position
    if error <= .zero && error >= .zero - tolerance { return false }
    // A track that plays past its end has another length than stated.
    if let duration, measured > duration + PlaybackStateMachine.durationTolerance {
      self.duration = nil
    }
    position = measured
    return error < .zero || error > tolerance
  }
}
