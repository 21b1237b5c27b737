import PlayerKit

// How the machine's inputs affect the next load.
extension MPVEngineStateMachine {
  mutating func appendNext() -> [Action] {
    guard let next, next.isRecognized, let current, !current.isOver else { return [] }
    // A load that does not start at 0 can't be appended: libmpv's option for it cuts the tail of
    // the previous load.
    guard next.position <= .zero, next.joint != .apart, next.pendingOverlap == nil else {
      return []
    }
    if let overlapping = beginOverlap() { return overlapping }
    self.next?.stage = .appended(nil)
    return [.append(next.slot.entry)] + appendPostponed()
  }

  /// Begins the next load, as the tail of the current one was heard.
  mutating func beginNext() -> [Action] {
    guard let slot = next?.slot else { return [] }
    let cancelled = cancelRendering()
    isTailHeard = true
    next?.stage = .active(nil)
    return cancelled + [.wake(after: nil)]
      + replace(with: slot.entry, isPaused: shallPause || slot.mustStaySilent)
  }

  mutating func restartedNext(_ reading: PlaybackSample) -> [Action] {
    guard let before = next?.slot, let restart = next?.slot.restarted(reading) else { return [] }
    let reading = before.ofTrack(reading)
    switch restart {
    case .pending:
      return []
    case .mustSeek(let position):
      return [.seek(before.entry, position)]
    // The next load is opened at its start position.
    case .settled, .mustReopen:
      next?.slot.duration = reading.duration
      next?.slot.isLoaded = true
      let speed = speedOfActive
      next?.start = reading.position.map {
        PositionAnchor(position: $0, speed: speed, instant: reading.now)
      }
      var actions: [Action] = before.mustStaySilent ? [.setPaused(shallPause)] : []
      if !before.isLoaded {
        let start = PositionAnchor(
          position: max(reading.position ?? .zero, .zero),
          speed: 0,
          instant: reading.now
        )
        actions.append(.report(before.id, .loaded(media(reading, start))))
      } else if reading.duration != before.duration {
        actions.append(.report(before.id, .duration(reading.duration)))
      }
      return actions + awaitAudible(reading)
    }
  }

  mutating func endedNext(_ end: EntryEnd) -> [Action] {
    guard let next else { return [] }
    switch end {
    case .played where next.slot.seek == nil:
      return decodedNext(next, failure: nil)
    case .brokenOff(let error) where next.slot.seek == nil:
      return decodedNext(next, failure: error)
    case .played, .stopped:
      return failNext(PlayerError(.interrupted, "The track ended before it began."))
    case .brokenOff(let error), .failed(let error):
      return failNext(error)
    }
  }

  /// Handles a next load so short that it is decoded before it is heard.
  private mutating func decodedNext(_ next: NextItem, failure: PlayerError?) -> [Action] {
    self.next?.stage = .decoded(next.overlap)
    self.next?.slot.phase = .over(failure: failure)
    guard let now else { return [] }
    if next.slot.isLoaded {
      // libmpv may have had no position when it was opened, or when it was due.
      return next.start != nil || current?.isBuffering != true ? awaitDecoded(now) : []
    }
    // The load ended before its start was noticed.
    self.next?.slot.isLoaded = true
    let start = PositionAnchor(position: .zero, speed: 0, instant: now)
    let media = LoadedMedia(anchor: start, duration: next.slot.duration, isSeekable: true)
    return [.report(next.slot.id, .loaded(media))]
      + (isTailHeard ? handOver(to: now) : awaitDecoded(now))
  }

  /// Waits until the next load is audible, which libmpv has decoded completely, then switches to it.
  ///
  /// - Parameter isDue: whether to switch now if its start is unknown.
  mutating func awaitDecoded(_ now: MonotonicInstant, isDue: Bool = false) -> [Action] {
    guard speed > 0 else { return [] }
    guard let rest = timeUntilDecoded(now) else { return isDue ? handOver(to: now) : [] }
    return rest > .zero ? [.wake(after: rest)] : handOver(to: now + rest)
  }

  /// The time until the next load is audible, which libmpv has decoded completely; below zero if it
  /// is already, and `nil` if unknown.
  func timeUntilDecoded(_ now: MonotonicInstant) -> Duration? {
    guard speed > 0, let slot = current else { return nil }
    if let start = next?.start { return start.position(at: now) / -speedOfActive }
    // If it began after a gap, the end of the current load does not matter.
    guard !isTailHeard, slot.failure == nil, let anchor = slot.anchor,
      let end = next?.overlap?.start ?? slot.duration
    else { return nil }
    return (end - anchor.position(at: now)) / speed
  }

  /// Lets the next load's start follow a change of the speed.
  mutating func moveStart(to now: MonotonicInstant) {
    guard let start = next?.start else { return }
    let speed = speedOfActive
    next?.start = start.moved(to: now, speed: speed)
  }

  mutating func failNext(_ error: PlayerError) -> [Action] {
    guard let slot = next?.slot else { return [] }
    let cancelled = cancelRendering()
    next = nil
    let actions: [Action] =
      cancelled + [
        .report(slot.id, .failed(error, followedBy: nil))
      ] + slot.closing + tellRate()
    return actions + (isTailHeard ? finish() : [])
  }

  /// Waits until libmpv's entry is audible, then switches to it or away from it.
  mutating func awaitAudible(_ reading: PlaybackSample) -> [Action] {
    if next?.isDecoded == true { return awaitDecoded(reading.now) }
    if next?.isActive == true, next?.slot.phase == .opening { return awaitTailEnd(reading.now) }
    guard let active, reading.entry == active, let position = reading.position else { return [] }
    let isNext = next?.slot.entry == active
    // The replacement of a revoked load must not cut a sample of the tail.
    guard position >= (isNext ? .milliseconds(-2) : .zero) else {
      return [.wake(after: speed > 0 ? position / -speedOfActive : nil)]
    }
    if isNext { return handOver(to: reading.now, reading) }
    // It was revoked after libmpv had begun it.
    if next != nil { return beginNext() }
    return finish() + [.setPaused(true), .stop]
  }

  /// Waits until the current load has finished. If the next load is not ready by then, playback is
  /// buffering. During a pause, nothing waits.
  private mutating func awaitTailEnd(_ now: MonotonicInstant) -> [Action] {
    guard let slot = current, !slot.isBuffering, let duration = slot.duration,
      let anchor = slot.anchor
    else { return [] }
    let rest = duration - anchor.position(at: now)
    guard rest <= .zero, !shallPause else { return [.wake(after: speed > 0 ? rest / speed : nil)] }
    let end = PositionAnchor(position: duration, speed: 0, instant: now)
    current?.isBuffering = true
    current?.anchor = end
    return [.report(slot.id, .buffering(true)), .report(slot.id, .position(end))]
  }

  /// Makes the next load the current one, as it is audible now.
  mutating func handOver(to now: MonotonicInstant?, _ reading: PlaybackSample? = nil) -> [Action] {
    guard let old = current, let next, let now else { return [] }
    let slot = next.slot
    let report = terminal(followedBy: slot.id)
    takeRate(of: next)
    let start =
      reading.map(anchor) ?? PositionAnchor(position: .zero, speed: speed, instant: now)
    self.next = nil
    isTailHeard = false
    current = slot
    current?.anchor = start
    return [
      .wake(after: nil), .report(old.id, report), .report(slot.id, .started(start)),
      .close(old.entry),
    ] + (slot.body == nil ? [.clearPlaylist] : []) + suppression(of: slot.id) + correctSoon()
  }

  mutating func dropNext(_ report: LoadEvent) -> [Action] {
    guard let dropped = next else { return [] }
    let cancelled = cancelRendering()
    next = nil
    let actions: [Action] =
      cancelled + [.report(dropped.slot.id, report)] + dropped.slot.closing
    let end = dropped.slot.body == nil ? [] : unsetEnd
    return actions + (dropped.isAppended ? clearFollowing + end : []) + tellRate()
  }
}
