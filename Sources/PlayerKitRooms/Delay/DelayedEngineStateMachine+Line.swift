import PlayerKit

// The queue of reports on buffered sound.
extension DelayedEngineStateMachine {
  /// Delivers the reports of everything audible by now.
  mutating func heard(now: MonotonicInstant) -> [Action] {
    var actions: [Action] = []
    if let settled, settled <= now {
      self.settled = nil
      if let current, flow == .flowing, !current.isPlayedOut {
        actions.append(.measure(current.opening))
      }
    }
    while let first = line.first, first.due <= now {
      line.removeFirst()
      actions += tell(first)
    }
    return actions
  }

  mutating func tell(_ pending: Pending) -> [Action] {
    guard current?.id == pending.load else { return [] }
    switch pending.report {
    case .position(let anchor), .liveEdge(let anchor), .started(let anchor),
      .seekCompleted(_, let anchor):
      current?.anchor = anchor
    case .loaded(let media):
      current?.anchor = media.anchor
      current?.isTold = true
    case .buffering(let isBuffering):
      current?.isBuffering = isBuffering
    case .ended, .failed:
      current = pending.report.follower == nil ? nil : next
      next = nil
      if current == nil { flow = .standing }
    case .opened, .duration, .metadata, .format, .suppressed, .buffered, .remote, .superseded,
      .released,
      .takenOver:
      break
    }
    return [.report(pending.load, pending.report)]
  }

  /// Queues a report until its sound is audible.
  mutating func append(_ report: LoadEvent, of load: LoadID, now: MonotonicInstant) {
    append(report.moved(by: delay), of: load, due: now + delay)
  }

  mutating func append(_ report: LoadEvent, of load: LoadID, due: MonotonicInstant) {
    // Never before an earlier report.
    let due = max(due, line.last?.due ?? due)
    line.append(Pending(due: due, load: load, report: report))
  }

  // MARK: Parts

  /// Returns the audible position.
  func heard(_ item: Item, _ now: MonotonicInstant) -> Duration { item.anchor.position(at: now) }

  /// Discards the buffered sound. Delivers the pending reports that are still valid.
  mutating func cut() -> [Action] {
    settled = nil
    var actions: [Action] = [.cut]
    let waiting = line
    line = []
    for pending in waiting where pending.load == current?.id {
      switch pending.report {
      case .loaded, .started, .seekCompleted, .duration, .metadata, .format, .suppressed,
        .buffered:
        actions += tell(Pending(due: pending.due, load: pending.load, report: pending.report.still))
      case .opened, .position, .liveEdge, .buffering, .remote, .ended, .failed, .superseded,
        .released, .takenOver:
        break
      }
    }
    return actions
  }

  /// Stops at the audible position.
  mutating func stand(now: MonotonicInstant) -> [Action] {
    guard let item = current else { return [] }
    guard flow == .flowing else { return endWait() }
    let position = heard(item, now)
    let anchor = PositionAnchor(position: position, speed: 0, instant: now)
    if item.isPlayedOut {
      return goBack(to: position, now: now) + endWait() + [.report(item.id, .position(anchor))]
    }
    let actions = cut() + [.setPlaying(false, item.opening)] + endWait()
    current?.anchor = anchor
    let told: [Action] =
      current?.isTold == true ? [.report(item.id, .position(anchor))] : []
    guard item.isSeekable else {
      flow = .standing
      return actions + told
    }
    flow = .preparing
    let own = ids.nextSeek()
    current?.ownSeek = own
    return actions + told + [.seek(position, own, item.opening)]
  }

  /// Plays from the current position if the engine is ready and may play. Otherwise the engine
  /// stays there.
  ///
  /// - Parameter reports: The reports to deliver when the sound is audible, or now if the engine
  ///   does not play.
  mutating func flowIfDue(_ reports: [LoadEvent], now: MonotonicInstant) -> [Action] {
    guard let item = current, item.isLoaded, flow == .standing else { return [] }
    guard mayFlow else {
      return reports.flatMap { tell(Pending(due: now, load: item.id, report: $0.still)) }
    }
    flow = .flowing
    settled = now + Self.settling
    let due = now + startDelay
    let anchor = PositionAnchor(position: item.anchor.position, speed: rate, instant: due)
    let waited: [LoadEvent] = item.isBuffering ? [.buffering(false)] : []
    let place: [LoadEvent] = reports.isEmpty ? [.position(anchor)] : []
    for report in waited + reports + place {
      append(report.anchored(anchor), of: item.id, due: due)
    }
    return [.open, .setPlaying(true, item.opening)]
  }

  /// Reports that the load is buffering until its sound is audible again.
  mutating func wait() -> [Action] {
    guard let item = current, item.isTold, !item.isBuffering, item.settling == nil,
      !item.owesStart, flow != .flowing, mayFlow
    else { return [] }
    current?.isBuffering = true
    return [.report(item.id, .buffering(true))]
  }

  mutating func endWait() -> [Action] {
    guard let item = current, item.isBuffering else { return [] }
    current?.isBuffering = false
    return [.report(item.id, .buffering(false))]
  }

  /// Opens the audible load again.
  mutating func goBack(to position: Duration, now: MonotonicInstant) -> [Action] {
    let actions = cut()
    guard var item = current else { return actions }
    item.opening = ids.nextLoad()
    item.ownSeek = nil
    item.isPlayedOut = false
    item.anchor = PositionAnchor(position: position, speed: 0, instant: now)
    current = item
    flow = .preparing
    var opened: [Action] = [.load(item.id, as: item.opening, at: position, isPlaying: false)]
    if next != nil { next?.opening = ids.nextLoad() }
    if let next { opened.append(.setNext(next.id, as: next.opening, after: item.opening)) }
    return actions + opened + wait()
  }

  /// Loads the next load with playback, after the engine has finished the current one.
  mutating func joinNext() -> [Action] {
    guard let next, let current else { return [] }
    self.next?.owesStart = true
    for index in line.indices where line[index].load == current.id {
      line[index].report = line[index].report.followed(by: next.id)
    }
    return [.load(next.id, as: next.opening, at: next.start, isPlaying: true)]
  }

  mutating func unload(_ id: LoadID, _ report: LoadEvent) -> [Action] {
    guard let item = current else { return [] }
    let opening = item.isPlayedOut ? next?.opening : item.opening
    let actions = cut()
    let ended: [Action] =
      [.report(id, report)] + (next.map { [.report($0.id, .superseded)] } ?? [])
    (current, next) = (nil, nil)
    flow = .standing
    return actions + (opening.map { [.unload($0)] } ?? []) + ended
  }

  mutating func endAll(_ report: LoadEvent) -> [Action] {
    guard current != nil || next != nil else { return [] }
    let actions = cut()
    let ended = [current, next].compactMap(\.self).map { Action.report($0.id, report) }
    (current, next) = (nil, nil)
    flow = .standing
    return actions + ended
  }
}
