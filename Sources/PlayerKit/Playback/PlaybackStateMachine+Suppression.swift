// What holds back the sound from outside, or lowers it.
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

  /// - Parameter factor: the part of the volume that is left, kept within 0…1; `nil`: all of it, as
  ///   far as this reason is concerned. NaN changes nothing.
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

  /// What observers are to hear, and whether what stands below is to sound now.
  func changesOfSound(since before: PlayerStatus, now: MonotonicInstant) -> PlaybackEffects {
    var effects = changes(since: before, now: now)
    if before.maySound != status.maySound, let media = status.activeMedia {
      effects.commands.append(.setPlaying(status.maySound, media.load))
    }
    return effects
  }
}
