import PlayerKit

// Handles the state of a load that its device reports as playing.
extension SpotifyConnectStateMachine {
  mutating func seeMoving(
    _ reading: ConnectReading,
    _ now: MonotonicInstant,
    isNearEnd: Bool,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(let load, let playback) = phase else { return }
    let reckoned = playback.anchor.position(at: reading.instant)
    let overrun = load.duration.map { reckoned - $0 }
    guard let progress = reading.progress else {
      if let overrun, overrun >= .seconds(1) { endNaturally(isSilent: false, &actions) }
      return
    }
    let isFrozen =
      playback.last.map { standsStill(at: progress, reading.instant, since: $0) } ?? false
    if let duration = load.duration, let overrun, isNearEnd {
      let isStuck = progress >= duration - Self.jitter && overrun >= .milliseconds(200)
      let isStuckShort = progress >= duration - Self.shortEnd && isFrozen
      let isRepeated = progress < .seconds(2) && reckoned >= .seconds(2) && overrun >= .seconds(-1)
      if isStuck || isStuckShort || isRepeated { return endNaturally(isSilent: false, &actions) }
    }
    if isFrozen { return seeFrozen(at: progress, load, reading.instant, &actions) }
    let anchor = PositionAnchor(position: progress, speed: 1, instant: reading.instant)
    // A progress of 0 in the middle may be invalid. It counts only if the position then advances
    // from there.
    let isZero = progress == .zero && reckoned > Self.jump
    if isZero, !playback.mayBeReset { return change { $0.mayBeReset = true } }
    change { playback in
      playback.mayBeReset = false
      playback.frozenSince = nil
      playback.last = isZero ? nil : (reading.instant, progress)
    }
    if isZero { return }
    if playback.isStarved {
      change { playback in
        playback.isStarved = false
        playback.anchor = anchor
      }
      actions.append(.report(.position(anchor), load.id))
      actions.append(.report(.buffering(false), load.id))
      return
    }
    guard progress.distance(to: reckoned) > Self.jitter else { return }
    change { $0.anchor = anchor }
    // A late position that has advanced means that the device was buffering.
    let hasMovedOn = playback.last.map { progress >= $0.progress } ?? false
    let isLate = progress < reckoned && hasMovedOn && !playback.mayBeReset
    let isJump = progress.distance(to: reckoned) > Self.jump && !isLate
    actions.append(.report(isJump ? .remote(.seek(anchor)) : .position(anchor), load.id))
  }

  private func standsStill(
    at progress: Duration,
    _ instant: MonotonicInstant,
    since last: (instant: MonotonicInstant, progress: Duration)
  ) -> Bool {
    let elapsed = instant - last.instant
    return elapsed >= .milliseconds(900) && progress >= last.progress
      && progress - last.progress < elapsed * 0.1
  }

  private mutating func seeFrozen(
    at progress: Duration,
    _ load: Load,
    _ instant: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    guard case .onDevice(_, let playback) = phase else { return }
    guard let since = playback.frozenSince else {
      change { playback in
        playback.frozenSince = instant
        playback.last = (instant, progress)
      }
      return wait(at: progress, load, instant, &actions)
    }
    change { playback in
      playback.last = (instant, progress)
      playback.anchor = PositionAnchor(position: progress, speed: 1, instant: instant)
    }
    if instant - since >= Self.longestStandstill {
      fail(
        PlayerError(.noDevice, "The device reports playback, but its position does not move."),
        &actions
      )
    }
  }

  /// Reports that the device plays but its position does not change.
  mutating func wait(
    at position: Duration,
    _ load: Load,
    _ instant: MonotonicInstant,
    _ actions: inout [Action]
  ) {
    let anchor = PositionAnchor(position: position, speed: 1, instant: instant)
    change { playback in
      playback.isStarved = true
      playback.anchor = anchor
    }
    actions.append(.report(.buffering(true), load.id))
    actions.append(
      .report(.position(PositionAnchor(position: position, speed: 0, instant: instant)), load.id)
    )
  }
}
