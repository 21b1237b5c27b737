// Reports of players.
extension QueueStateMachine {
  /// Handles a player's report about a load. If the load is neither current, preloaded, nor being
  /// released, the report has no effect, except that the load is released if it starts.
  package mutating func report(
    _ report: LoadEvent,
    of load: LoadID,
    by player: PlayerRef,
    now: MonotonicInstant
  ) -> QueueEffects {
    if let effects = fastPath(report, of: load, now: now) { return effects }
    return turn(now) { machine, turn in
      if machine.attempt?.load == load, machine.attempt?.player != nil {
        machine.handleCurrent(report, &turn)
      } else if machine.preload?.load == load {
        machine.handlePreload(report, &turn)
      } else if case .started = report {
        // It was canceled too late for its player to notice.
        turn.commands.append(.command(player, .release(load)))
      } else if machine.activeLoads.contains(where: { $0.load == load }), report.isTerminal {
        machine.released(load, &turn)
      }
    }
  }

  private mutating func handleCurrent(_ report: LoadEvent, _ turn: inout QueueTransaction) {
    guard let load = attempt?.load else { return }
    if report.isTerminal { activeLoads.removeAll { $0.load == load } }
    switch report {
    case .remote(.next):
      goToNext(.remote, &turn)
    case .remote(.previous):
      goToPrevious(.remote, &turn)
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .buffered, .seekCompleted,
      .duration, .metadata, .format, .suppressed, .remote:
      if report.showsLife { attempt?.confirmation = .confirmed }
      step(&turn) { $0.report(report, of: load, now: $1) }
      if case .loaded = report { endHold(&turn) }
      returnIfTooShort(upon: report, &turn)
      // One of our commands may have crossed it. Repeating the result makes both sides agree.
      if report == .remote(.play) || report == .remote(.pause), let player = attempt?.player {
        let isPlaying = playback.status.maySound
        turn.commands.append(.command(player.ref, .setPlaying(isPlaying, load)))
      }
      // The device already has these settings.
      if case .remote = report, let player = attempt?.player {
        applied[player.ref] = playback.status.audibleSettings
      }
    case .ended(let next):
      end(followedBy: next, &turn)
    case .failed(let error, let next):
      fail(error, followedBy: next, &turn)
    case .superseded where attempt?.confirmation == .unconfirmed:
      // The load that was begun from a preload is gone, because the previous track ended at the
      // same moment. So it is loaded like any other.
      let position = playback.status.position(at: turn.now)
      start(at: position, reason: .userSelected, &turn)
    case .superseded, .released:
      attempt = nil
      step(&turn) { $0.report(report, of: load, now: $1) }
      finish(.stopped, &turn)
    case .takenOver(let track):
      attempt = nil
      step(&turn) { $0.report(report, of: load, now: $1) }
      finish(.takenOver(by: track), &turn)
    }
  }

  private mutating func handlePreload(_ report: LoadEvent, _ turn: inout QueueTransaction) {
    guard preload?.handover != nil else { return }
    switch report {
    case .opened(let isLive):
      preload?.handover?.isLive = isLive
    case .loaded(let media):
      preload?.handover?.media = media
    case .started(let anchor) where attempt?.stage == .choosing(.preloaded):
      preload?.handover?.anchor = anchor
    case .started(let anchor):
      failures = 0
      adoptPreload(anchor: anchor, reason: naturalReason, &turn)
    case .failed(let error, _):
      failPreload(error, &turn)
    case .ended, .superseded, .released, .takenOver:
      preload?.stage = .unavailable
    case .position, .liveEdge, .buffering, .buffered, .seekCompleted, .duration, .metadata,
      .format, .suppressed, .remote:
      break
    }
  }

  // MARK: - The end of a track

  var naturalReason: TransitionReason {
    queue.repeatMode == .one ? .repeat : .auto
  }

  /// Handles the natural end of the current track.
  mutating func end(followedBy next: LoadID?, _ turn: inout QueueTransaction) {
    guard let load = attempt?.load else { return }
    if restartsAsTooShort(followedBy: next, &turn) { return }
    failures = 0
    if let next, preload?.load == next {
      adoptPreload(anchor: nil, reason: naturalReason, &turn)
      return
    }
    attempt = nil
    step(&turn) { $0.report(.ended(followedBy: nil), of: load, now: $1) }
    proceed(to: queue.naturalSuccessor(), reason: naturalReason, &turn)
  }

  /// Continues with the next entry automatically, unless there is none or the queue stops here.
  mutating func proceed(
    to entry: EntryID?,
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) {
    if sleepTimer == .endOfTrack {
      step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }
    }
    if stopsHere { step(&turn) { $0.pause(reason: .endOfItem, now: $1) } }
    guard let entry else {
      awaitMoreOrFinish(&turn)
      return
    }
    guard !stopsHere else {
      finish(.stopped, &turn)
      return
    }
    begin(entry, reason: reason, &turn)
  }

  /// Stops a load that follows by itself but is not wanted.
  mutating func silence(_ load: LoadID?, _ turn: inout QueueTransaction) {
    guard let load, preload?.load == load, let handover = preload?.handover else { return }
    preload = nil
    hold(load, on: handover.player, turn)
    release(&turn)
  }

  mutating func finish(_ reason: QueueEndReason, _ turn: inout QueueTransaction) {
    activity = .idle(reason)
    markEnd()
    if reason.endsIntent { step(&turn) { $0.pause(reason: .endOfItem, now: $1) } }
    stopsAfterCurrent = false
    if sleepTimer == .endOfTrack { sleepTimer = nil }
    turn.end = reason
  }

  /// Marks the current entry as played, unless it was interrupted: then it begins there again, even
  /// in a restored queue.
  mutating func markEnd() {
    var goesPast = queue.current != nil
    switch playback.status.endReason {
    case .failed:
      queue.isAtEnd = false
      goesPast = configuration.errorPolicy != .stop
    case .unloaded, .takenOver:
      queue.isAtEnd = false
      goesPast = false
    case .nothingLoaded, .ended, nil: queue.isAtEnd = queue.current != nil
    }
    guard goesPast, queue.remaining == 0, queue.repeatMode != .all else { return }
    queue.afterEnd = queue.afterEnd ?? PlayQueue.AfterEnd()
  }
}

extension LoadEvent {
  /// Whether the report shows that the load is still active.
  var showsLife: Bool {
    switch self {
    case .position(let anchor): anchor.speed > 0
    case .loaded, .started, .liveEdge, .buffering, .buffered, .seekCompleted, .duration, .metadata,
      .format, .suppressed, .remote:
      true
    case .opened, .ended, .failed, .superseded, .released, .takenOver: false
    }
  }
}
