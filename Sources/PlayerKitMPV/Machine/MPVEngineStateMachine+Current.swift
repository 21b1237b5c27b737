import PlayerKit

// How the machine's inputs affect the current load.
extension MPVEngineStateMachine {
  mutating func restartedCurrent(_ reading: PlaybackSample) -> [Action] {
    guard let before = current, let restart = current?.restarted(reading) else { return [] }
    let reading = before.ofTrack(reading)
    switch restart {
    case .pending:
      return []
    case .mustSeek(let position):
      return [.seek(before.entry, position)]
    case .mustReopen(let target):
      return reload(at: target)
    case .settled(let target):
      let anchor = anchor(settled(reading, at: target))
      current?.anchor = anchor
      current?.duration = reading.duration
      // Now its duration is known, and so where it could fade.
      let waiting = next?.isHeld == true && next?.joint.mayOverlap == true
      let returned = outputIsReady(for: before.id)
      return (before.mustStaySilent ? [.setPaused(shallPause)] : []) + returned
        + reportSettled(before, target, anchor, reading) + correctSoon()
        + (waiting ? appendWaiting(reading) : appendPostponed())
    }
  }

  /// Called when the duration of the current load is now known.
  mutating func learnedDuration(_ reading: PlaybackSample) -> [Action] {
    guard let slot = current, slot.isLoaded, slot.body == nil, reading.entry == slot.entry,
      let duration = reading.duration, duration != slot.duration
    else { return [] }
    current?.duration = duration
    return [.report(slot.id, .duration(duration))]
  }

  private mutating func reportSettled(
    _ before: EngineItem,
    _ target: EngineItem.Target?,
    _ anchor: PositionAnchor,
    _ reading: PlaybackSample
  ) -> [Action] {
    let id = before.id
    var actions: [Action] = []
    if !before.isLoaded {
      current?.isLoaded = true
      actions.append(.report(id, .loaded(media(reading, anchor))))
    } else if reading.duration != before.duration {
      actions.append(.report(id, .duration(reading.duration)))
    }
    if before.owesLiveEdge { actions += arrivedAtLiveEdge(id, anchor) }
    recordBeginning()
    if before.owesStart {
      current?.owesStart = false
      actions.append(.report(id, .started(anchor)))
    }
    if let seek = target?.id {
      actions.append(.report(id, .seekCompleted(seek, anchor)))
    } else if before.isLoaded, !before.owesLiveEdge {
      actions.append(.report(id, .position(anchor)))
    }
    return actions
  }

  mutating func endedCurrent(_ slot: EngineItem, _ end: EntryEnd) -> [Action] {
    switch end {
    case .played:
      return returnToSeek(slot) ?? tail(failure: nil)
    case .brokenOff(let error):
      guard slot.phase == .opening else { return returnToSeek(slot) ?? tail(failure: error) }
      // The load ended before its start was noticed. Its audio plays, unless everything is silent.
      return slot.seek == nil && !shallPause
        ? tail(failure: error) : failCurrent(error, hasBegun: true)
    case .failed(let error):
      return failCurrent(error)
    case .stopped:
      return failCurrent(PlayerError(.interrupted, "The track was stopped by the engine's core."))
    }
  }

  /// Resumes a seek that the end of the track overtook; `nil` if there was none, or it was to the
  /// end.
  private mutating func returnToSeek(_ slot: EngineItem) -> [Action]? {
    slot.returnTarget(isPaused: shallPause).map { reload(at: $0) }
  }

  private mutating func tail(failure: PlayerError?) -> [Action] {
    let wasSilent = current?.mustStaySilent == true
    let answer = answerSeek()
    current?.phase = .over(failure: failure)
    current?.seek = nil
    return answer + (wasSilent ? [.setPaused(shallPause)] : [])
  }

  /// Answers a seek to just before the end: libmpv moved on before its arrival was noticed.
  private mutating func answerSeek() -> [Action] {
    guard let slot = current, slot.isLoaded, slot.phase == .ready, slot.seek?.progress == .underWay,
      let target = slot.seek?.target, let duration = slot.duration, target.position < duration,
      let now
    else { return [] }
    let anchor = PositionAnchor(position: target.position, speed: speed, instant: now)
    current?.anchor = anchor
    return [.report(slot.id, target.id.map { .seekCompleted($0, anchor) } ?? .position(anchor))]
  }

  private mutating func failCurrent(_ error: PlayerError, hasBegun: Bool = false) -> [Action] {
    guard let slot = current else { return [] }
    current = nil
    // Nothing is left to fade.
    let dropped = cancelRendering() + dropOverlap()
    let follower = next
    next = nil
    let report = LoadEvent.failed(error, followedBy: follower?.slot.id)
    var ending: [Action] = [.report(slot.id, report), .close(slot.entry)] + dropped
    guard let follower else { return ending }
    current = follower.slot
    takeRate(of: follower)
    current?.owesStart = true
    // libmpv continues with it after its buffer of this one.
    let isInherited = follower.isAppended && !hasBegun
    current?.isInherited = isInherited
    let pause = shallPause || follower.slot.mustStaySilent
    ending += tellRate()
    return ending
      + (isInherited
        ? (slot.mustStaySilent ? [.setPaused(pause)] : [])
        : replace(with: follower.slot.entry, isPaused: pause))
      + suppression(of: follower.slot.id)
  }

  /// Seeks the current load, now or when libmpv can do it.
  mutating func sendCurrent(to target: EngineItem.Target) -> [Action] {
    if let current, current.seeksByReopening, current.phase != .opening {
      return reload(at: target)
    }
    guard let destination = current?.request(target), let entry = current?.entry else { return [] }
    return [.seek(entry, destination)]
  }

  /// Reopens the current load, as libmpv is done with it, and seeks to a position.
  mutating func reload(at target: EngineItem.Target) -> [Action] {
    guard let old = current?.closing else { return [] }
    let entry = newEntry()
    isTailHeard = false
    current?.entry = entry
    current?.body = nil
    current?.phase = .opening
    current?.seek = EngineItem.Seek(target: target)
    current?.seeksByReopening = false
    guard let id = current?.id else { return [] }
    let waited: [Action] = current?.isBuffering == true ? [.report(id, .buffering(false))] : []
    current?.isBuffering = false
    return waited + [
      .wake(after: nil)
    ] + old + [
      .open(entry, id), .setPaused(true), .replace(entry),
    ] + renewNext() + tellRate()
  }

  /// Appends the next load again, since libmpv may have used up its old entry.
  mutating func renewNext() -> [Action] {
    guard let old = next else { return [] }
    if old.isHeld { return appendNext() }
    var slot = EngineItem(id: old.slot.id, entry: newEntry(), position: old.position)
    slot.isLoaded = old.slot.isLoaded
    next = NextItem(
      slot: slot,
      position: old.position,
      joint: old.joint,
      rate: old.rate,
      isRecognized: old.isRecognized
    )
    return old.slot.closing + [.open(slot.entry, slot.id)]
      + (old.isRecognized ? appendNext() : [.examine(slot.entry)])
  }

  /// Reports the position of the current load.
  mutating func anchorCurrent(_ reading: PlaybackSample) -> [Action] {
    guard let slot = current, slot.isLoaded, slot.phase != .opening, slot.seek == nil else {
      return []
    }
    let isMeasured =
      reading.entry == slot.entry && !slot.isOver && reading.position != nil
      && !((slot.isPositionVague || outputHold != nil) && slot.anchor != nil)
    let anchor =
      isMeasured
      ? anchor(reading)
      : slot.anchor?.moved(to: reading.now, speed: speed) ?? anchor(reading)
    let isNews = isMeasured || slot.anchor?.speed != anchor.speed
    guard !(slot.isOver && slot.isBuffering) else { return [] }
    current?.anchor = anchor
    if let seek = slot.refused {
      current?.refused = nil
      return [.report(slot.id, .seekCompleted(seek, anchor))]
    }
    current?.owesPosition = false
    let isTold = slot.owesPosition || (isNews && slot.anchor != anchor)
    return isTold ? [.report(slot.id, .position(anchor))] : []
  }

  /// Returns the final event of the current load after its end, with the load that follows.
  func terminal(followedBy next: LoadID?) -> LoadEvent {
    if let failure = current?.failure { return .failed(failure, followedBy: next) }
    return .ended(followedBy: next)
  }

  mutating func finish() -> [Action] {
    endCurrent(terminal(followedBy: nil)) + [.wake(after: nil)]
  }

  mutating func finishIfTailHeard() -> [Action] {
    isTailHeard ? finish() + [.setPaused(true), .stop] : []
  }

  mutating func endCurrent(_ report: LoadEvent) -> [Action] {
    guard let slot = current else { return [] }
    current = nil
    isTailHeard = false
    return [.report(slot.id, report)] + slot.closing
  }

  mutating func endAll(_ report: LoadEvent) -> [Action] {
    dropNext(report) + endCurrent(report)
  }

  /// Corrects the sample after an exact seek. libmpv's position may lag by the output's buffer,
  /// which it computes at the current speed. Near the end it is ahead by as much: everything is
  /// decoded, but nothing was heard yet.
  private func settled(_ reading: PlaybackSample, at target: EngineItem.Target?) -> PlaybackSample {
    guard let target, let position = reading.position else { return reading }
    let goal = min(target.position, reading.duration ?? target.position)
    let error = Duration.milliseconds(500) * max(output.rate, 1)
    guard position > goal - error, position < goal + error else { return reading }
    var settled = reading
    settled.position = goal
    return settled
  }

  /// How long an output takes to settle.
  static let settling = Duration.milliseconds(300)
  /// The maximum time that an output buffers.
  static let outputDelay = Duration.seconds(1)

  /// Schedules a position check for when the output has settled.
  func correctSoon() -> [Action] {
    let isVague = current?.isPositionVague == true
    return speed > 0 ? [.wake(after: isVague ? Self.outputDelay : Self.settling)] : []
  }

  /// Reports the position if it drifted from the last report.
  mutating func correct(_ reading: PlaybackSample) -> [Action] {
    guard let slot = current, let anchor = slot.anchor, let position = reading.position,
      reading.entry == slot.entry
    else { return [] }
    let drift = position - anchor.position(at: reading.now)
    let tolerance = Duration.milliseconds(20) * max(output.rate, 1)
    return drift > tolerance || drift < .zero - tolerance ? anchorCurrent(reading) : []
  }

  // A position below zero means that the load is not audible yet, so its anchor lies in the future.
  func anchor(_ reading: PlaybackSample) -> PositionAnchor {
    let position = reading.position ?? .zero
    let ahead = position < .zero && speed > 0 ? position / -speed : .zero
    return PositionAnchor(
      position: max(position, .zero),
      speed: speed,
      instant: reading.now + ahead
    )
  }

  func media(_ reading: PlaybackSample, _ anchor: PositionAnchor) -> LoadedMedia {
    LoadedMedia(anchor: anchor, duration: reading.duration, isSeekable: reading.isSeekable)
  }
}

extension EngineItem {
  /// Returns where to go back to if the track ended during a seek; `nil` if its end answers the
  /// seek.
  ///
  /// A short track may end before it is known to be audible, and so before its duration is known.
  /// During a pause the tail is not heard, so nothing else would answer.
  fileprivate func returnTarget(isPaused: Bool) -> Target? {
    guard let seek else { return nil }
    let target = seek.newer ?? seek.target
    let isToEnd = duration.map { target.position >= $0 } ?? true
    if seek.progress == .underWay { return isPaused && !isToEnd ? target : nil }
    return phase == .opening || isPaused || !isToEnd ? target : nil
  }
}
