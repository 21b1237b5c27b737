// What players say.
extension QueueStateMachine {
  /// Handles what a player says about a load. Of a load that is neither current, nor to follow,
  /// nor still to be given back, nothing has any effect, but that it is given back if it begins.
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
        // It was taken back too late for its player to know.
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
      // A command of ours may have crossed it: then both agree on what was said elsewhere.
      if report == .remote(.play) || report == .remote(.pause), let player = attempt?.player {
        let isPlaying = playback.status.maySound
        turn.commands.append(.command(player.ref, .setPlaying(isPlaying, load)))
      }
      // The device has them already.
      if case .remote = report, let player = attempt?.player {
        applied[player.ref] = playback.status.audibleSettings
      }
    case .ended(let next):
      end(followedBy: next, &turn)
    case .failed(let error, let next):
      fail(error, followedBy: next, &turn)
    case .superseded where attempt?.confirmation == .unconfirmed:
      // What was begun from what had been handed over is not there any more: the track before it
      // ended in the same moment. Then it is loaded as any other.
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

  /// The current track came to its natural end.
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

  /// Continues with what follows by itself, unless nothing does or it is to stop here.
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

  /// What follows by itself is not wanted.
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

  /// Marks the current entry as played, unless it broke off: then it begins there again, also in a
  /// queue that was kept.
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
  /// Whether it tells that the load goes on.
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
