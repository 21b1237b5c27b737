import PlayerKit

// The reports of the engine.
extension DelayedEngineStateMachine {
  /// Handles a report on one opening of a load. Ignores reports on earlier openings.
  mutating func reported(
    _ report: LoadEvent,
    _ id: LoadID,
    opening: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    if let current, current.id == id, current.opening == opening {
      return reportedCurrent(report, current, now: now)
    }
    if let next, next.id == id, next.opening == opening {
      return reportedNext(report, next, now: now)
    }
    return []
  }

  // MARK: Current load

  private mutating func reportedCurrent(
    _ report: LoadEvent,
    _ item: Item,
    now: MonotonicInstant
  ) -> [Action] {
    switch report {
    case .loaded(let media):
      return loaded(media, item, now: now)
    case .started(let anchor):
      // The load has replaced another one, by a command.
      guard item.owesStart, item.ownSeek == nil else { return [] }
      return stands(at: anchor.position, now: now)
    case .seekCompleted(let seek, let anchor):
      return seek == item.ownSeek ? stands(at: anchor.position, now: now) : []
    case .position(let anchor):
      // Ignore positions that result from our own pauses.
      if flow == .flowing, settled == nil || anchor.speed == 0 {
        append(report, of: item.id, now: now)
      }
      return []
    case .liveEdge, .buffering, .metadata:
      if flow == .flowing {
        append(report, of: item.id, now: now)
        return []
      }
      if case .liveEdge(let anchor) = report { current?.anchor = anchor }
      if case .buffering(let isBuffering) = report { current?.isBuffering = isBuffering }
      return [.report(item.id, report)]
    case .ended(let follower):
      return ended(.ended(followedBy: outer(follower)), item, follower, now: now)
    case .failed(let error, let follower):
      // If a load fails before it is loaded, none of its sound is buffered.
      return ended(.failed(error, followedBy: outer(follower)), item, follower, now: now)
    case .superseded, .released, .takenOver:
      // Not caused by our own commands: we ignore the reports that follow them.
      let actions = cut()
      let dropped: [Action] = next.map { [.report($0.id, .superseded)] } ?? []
      (current, next) = (nil, nil)
      flow = .standing
      return actions + [.report(item.id, report)] + dropped
    case .duration, .format, .suppressed, .buffered:
      // Not before the load is reported as loaded.
      if flow == .flowing, !item.isTold {
        append(report, of: item.id, now: now)
        return []
      }
      return [.report(item.id, report)]
    case .opened, .remote:
      return [.report(item.id, report)]
    }
  }

  private mutating func loaded(
    _ media: LoadedMedia,
    _ item: Item,
    now: MonotonicInstant
  ) -> [Action] {
    current?.isSeekable = media.isSeekable
    current?.isLoaded = true
    let reports: [LoadEvent] =
      item.isTold ? [] : [.loaded(media)] + (isAvailable ? [] : [.suppressed(.outputLost)])
    // The seek requested meanwhile is still in progress.
    guard item.ownSeek == nil else {
      return reports.flatMap { tell(Pending(due: now, load: item.id, report: $0.still)) }
    }
    return stands(at: media.anchor.position, reports, now: now)
  }

  /// The engine is ready at the position at which the load should continue.
  private mutating func stands(
    at position: Duration,
    _ reports: [LoadEvent] = [],
    now: MonotonicInstant
  ) -> [Action] {
    guard flow == .preparing, let item = current else { return [] }
    let anchor = PositionAnchor(position: position, speed: 0, instant: now)
    current?.isLoaded = true
    current?.ownSeek = nil
    current?.settling = nil
    current?.owesStart = false
    current?.anchor = anchor
    flow = .standing
    let started: [LoadEvent] = item.owesStart ? [.started(anchor)] : []
    let sought: [LoadEvent] = item.settling.map { [.seekCompleted($0, anchor)] } ?? []
    return flowIfDue(reports + started + sought, now: now)
  }

  private mutating func ended(
    _ report: LoadEvent,
    _ item: Item,
    _ follower: LoadID?,
    now: MonotonicInstant
  ) -> [Action] {
    let isStranger = follower != nil && outer(follower) == nil
    // The engine began the former next load, which must not become audible.
    if isStranger, flow == .flowing { return goBack(to: heard(item, now), now: now) }
    if flow == .flowing {
      append(report, of: item.id, now: now)
      current?.isPlayedOut = true
      return []
    }
    // None of its sound is buffered: a seek past the end, or media that can't be played.
    guard let follower = next, report.follower == follower.id else {
      let dropped: [Action] = next.map { [.report($0.id, .superseded)] } ?? []
      (current, next) = (nil, nil)
      flow = .standing
      return [.report(item.id, report)] + dropped
    }
    current = follower
    next = nil
    current?.owesStart = true
    flow = .preparing
    return [.report(item.id, report)]
  }

  /// Returns our id for an opening.
  private func outer(_ opening: LoadID?) -> LoadID? {
    guard let opening, next?.opening == opening else { return nil }
    return next?.id
  }

  // MARK: Next load

  private mutating func reportedNext(
    _ report: LoadEvent,
    _ item: Item,
    now: MonotonicInstant
  ) -> [Action] {
    switch report {
    case .loaded(let media):
      next?.isSeekable = media.isSeekable
      guard !item.isLoaded else { return joined(media.anchor, item, now: now) }
      next?.isLoaded = true
      next?.isTold = true
      var media = media
      media.anchor = PositionAnchor(position: media.anchor.position, speed: 0, instant: now)
      return [.report(item.id, .loaded(media))] + joined(media.anchor, item, now: now)
    case .failed(let error, _) where current?.isPlayedOut != true:
      // The next load can't be played. The audible load continues.
      next = nil
      return [.report(item.id, .failed(error, followedBy: nil))]
    case .started(let anchor) where anchor.speed == 0 && current?.isPlayedOut == true:
      // The engine reached it by a seek past the end, before it received the command to play.
      let moving = PositionAnchor(position: anchor.position, speed: rate, instant: now)
      append(.started(moving), of: item.id, now: now)
      return [.setPlaying(true, item.opening)]
    case .started, .position, .liveEdge, .buffering, .metadata:
      if current?.isPlayedOut == true { append(report, of: item.id, now: now) }
      return []
    case .ended, .failed:
      append(report, of: item.id, now: now)
      next?.isPlayedOut = true
      return []
    case .superseded, .released, .takenOver:
      next = nil
      return [.report(item.id, report)]
    case .opened, .seekCompleted, .duration, .format, .suppressed, .buffered, .remote:
      return [.report(item.id, report)]
    }
  }

  /// The next load was set after the engine finished the current one, and plays from now on.
  private mutating func joined(
    _ anchor: PositionAnchor,
    _ item: Item,
    now: MonotonicInstant
  ) -> [Action] {
    guard item.owesStart else { return [] }
    next?.owesStart = false
    let anchor = PositionAnchor(position: anchor.position, speed: rate, instant: now)
    append(.started(anchor), of: item.id, now: now)
    return []
  }
}
