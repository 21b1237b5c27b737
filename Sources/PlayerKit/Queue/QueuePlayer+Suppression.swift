// What holds back the sound from outside, or lowers it.
extension QueuePlayer {
  /// Holds back the sound, of this track and later ones; see
  /// ``PlaybackControls/beginInterruption(_:)``.
  public func beginInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.beginInterruption(reason, now: $1) }
  }

  /// Lets it sound again; see ``PlaybackControls/endInterruption(_:)``.
  public func endInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.endInterruption(reason, now: $1) }
  }

  /// Lowers the sound, of this track and later ones, whatever their players; see
  /// ``PlaybackControls/beginDucking(to:for:)``.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    turn { $0.machine.duck(to: factor, for: reason, now: $1) }
  }

  /// Lets the sound be as loud as the volume says; see ``PlaybackControls/endDucking(for:)``.
  public func endDucking(for reason: SuppressionReason) {
    turn { $0.machine.duck(to: nil, for: reason, now: $1) }
  }
}
