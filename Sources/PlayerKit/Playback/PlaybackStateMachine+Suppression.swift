// Interruptions and ducking.
extension PlaybackStateMachine {
  package mutating func beginInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard !status.interruptions.contains(reason) else { return PlaybackEffects() }
    return suppress(now) { $0.interruptions.append(reason) }
  }

  package mutating func endInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard status.interruptions.contains(reason) else { return PlaybackEffects() }
    return suppress(now) { $0.interruptions.removeAll { $0 == reason } }
  }

  /// - Parameter factor: The factor for the volume, clamped to 0…1; `nil` to end the ducking for
  ///   this reason. NaN has no effect.
  package mutating func duck(
    to factor: Double?,
    for reason: SuppressionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard factor?.isNaN != true else { return PlaybackEffects() }
    let before = status
    status.duckings[reason] = factor.map { min(max($0, 0), 1) }
    var effects = changes(since: before, now: now)
    if before.audibleSettings != status.audibleSettings {
      effects.commands.append(.apply(status.audibleSettings))
    }
    return effects
  }

  private mutating func suppress(
    _ now: MonotonicInstant,
    _ body: (inout PlayerStatus) -> Void
  ) -> PlaybackEffects {
    let before = status
    freeze(at: now)
    body(&status)
    return changesOfSound(since: before, now: now)
  }

  /// Returns the changes for the observers, and a command if the media must start or stop playing.
  func changesOfSound(since before: PlayerStatus, now: MonotonicInstant) -> PlaybackEffects {
    var effects = changes(since: before, now: now)
    if before.maySound != status.maySound, let media = status.activeMedia {
      effects.commands.append(.setPlaying(status.maySound, media.load))
    }
    return effects
  }
}
