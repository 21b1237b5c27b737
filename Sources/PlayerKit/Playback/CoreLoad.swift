/// What a player's core knows of one load, from the request to the end.
struct CoreLoad: Sendable {
  enum Stage: Sendable {
    /// It may follow the current load without a gap.
    case ahead(Ahead)
    /// It was to follow, and is not wanted any more.
    case cancelled
    /// It is, or was, the player's current load.
    case begun
  }

  /// What was said and commanded before it began. Whoever queued it may know of its beginning first.
  struct Ahead: Sendable {
    var media: LoadedMedia?
    var isPlaying: Bool
    var seek: (position: Duration, id: SeekID)?
  }

  let request: LoadRequest
  var stage: Stage

  var ahead: Ahead? {
    if case .ahead(let ahead) = stage { ahead } else { nil }
  }

  /// Takes in a command for a load that has not begun.
  mutating func record(_ command: LoadCommand) {
    guard case .ahead(var ahead) = stage else { return }
    switch command {
    case .setPlaying(let isPlaying): ahead.isPlaying = isPlaying
    case .seek(let position, let id): ahead.seek = (position, id)
    case .measure: break
    case .unload:
      stage = .cancelled
      return
    }
    stage = .ahead(ahead)
  }
}

// What each input does: pure.
extension PlayerCore.State {
  typealias Turn = PlayerCore.Turn

  mutating func prepare(_ request: LoadRequest, now: MonotonicInstant) -> Turn {
    loads[request.id] = CoreLoad(request: request, stage: .begun)
    return Turn(step: machine.prepare(request, now: now))
  }

  /// Fails a load whose clip the backend can't play; what it replaces ends all the same.
  mutating func refuse(_ request: LoadRequest, now: MonotonicInstant) -> Turn {
    let replaced = machine.status.activeMedia?.load
    let error = PlayerError(.unsupportedClip, "The player can only play tracks as a whole.")
    let report = LoadReport.failed(
      error.attributed(to: request.track, playerType: nil),
      followedBy: nil
    )
    var step = machine.prepare(request, now: now)
    step.append(machine.report(report, of: request.id, now: now))
    step.commands = [replaced.map { .release($0) }].compactMap(\.self)
    return Turn(step: step, reports: [(report, to: request.onReport)])
  }

  mutating func control(_ command: LoadCommand, of load: LoadID, now: MonotonicInstant) -> Turn {
    guard machine.status.activeMedia?.load == load else {
      loads[load]?.record(command)
      return Turn()
    }
    switch command {
    case .setPlaying(true): return Turn(step: machine.play(now: now))
    case .setPlaying(false): return Turn(step: machine.pause(now: now))
    case .seek(let position, let id): return seek(to: position, id, of: load, now: now)
    case .measure: return Turn(step: machine.measure())
    case .unload: return Turn(step: machine.unload(now: now))
    }
  }

  /// Seeks in the current load. Where it can't be sought in, the request is settled where it stands.
  private mutating func seek(
    to position: Duration,
    _ id: SeekID,
    of load: LoadID,
    now: MonotonicInstant
  ) -> Turn {
    var turn = Turn(step: machine.seek(to: position, id: id, now: now))
    if let media = machine.status.activeMedia, media.seek != id, let anchor = machine.status.anchor,
      let listener = loads[load]?.request.onReport
    {
      let speed = anchor.speed
      turn.reports = [(.seekCompleted(id, anchor.moved(to: now, speed: speed)), to: listener)]
    }
    return turn
  }

  // MARK: - What follows

  mutating func preload(
    _ request: LoadRequest,
    after current: LoadID,
    now: MonotonicInstant
  ) -> Turn {
    let ahead = CoreLoad.Ahead(isPlaying: request.wantsToPlay)
    loads[request.id] = CoreLoad(request: request, stage: .ahead(ahead))
    return Turn(command: .preload(request, after: current))
  }

  /// Makes a load that was to follow the current one. Of a load that has begun by itself it takes
  /// over `wantsToPlay` alone; of one that is not known, the backend silences the load before.
  mutating func beginPreloaded(
    _ load: LoadID,
    after current: LoadID,
    wantsToPlay: Bool,
    now: MonotonicInstant
  ) -> Turn {
    if machine.status.activeMedia?.load == load {
      return Turn(step: wantsToPlay ? machine.play(now: now) : machine.pause(now: now))
    }
    var turn = Turn()
    if let media = loads[load]?.ahead.map(\.media), let request = loads[load]?.request {
      loads[load]?.stage = .begun
      turn.step = machine.adopt(
        PlaybackItem(request),
        load: load,
        media: media,
        anchor: nil,
        isHeard: false,
        wantsToPlay: wantsToPlay,
        reason: .userSelected,
        now: now
      )
    }
    turn.step.commands = [.beginPreloaded(load, after: current, isPlaying: wantsToPlay)]
    return turn
  }

  /// A load is not to follow any more. Should it have begun all the same, it is released.
  mutating func cancelPreload(_ load: LoadID, now: MonotonicInstant) -> Turn {
    if machine.status.activeMedia?.load == load { return Turn(step: machine.unload(now: now)) }
    guard loads[load]?.ahead != nil else { return Turn() }
    loads[load]?.stage = .cancelled
    return Turn(command: .cancelPreload(load))
  }

  // MARK: - Reports

  mutating func report(_ report: LoadReport, of load: LoadID, now: MonotonicInstant) -> Turn {
    var turn = handle(report, of: load, now: now)
    if let listener = loads[load]?.request.onReport {
      turn.reports.insert((report, to: listener), at: 0)
    }
    if report.isTerminal { loads[load] = nil }
    return turn
  }

  private mutating func handle(
    _ report: LoadReport,
    of load: LoadID,
    now: MonotonicInstant
  ) -> Turn {
    switch (loads[load]?.stage, report) {
    case (.ahead(var ahead), .loaded(let media)):
      ahead.media = media
      loads[load]?.stage = .ahead(ahead)
      return Turn()
    case (.ahead, .started(let anchor)):
      return adopt(load, anchor: anchor, now: now)
    case (.ahead, _):
      return Turn()
    case (_, .started) where machine.status.load != load:
      // It was cancelled too late for the backend to know.
      return Turn(command: .release(load))
    case (_, .ended(let next?)) where loads[next]?.ahead != nil && machine.status.load == load:
      return adopt(next, anchor: nil, now: now)
    case (.begun, _), (.cancelled, _), (nil, _):
      return Turn(step: machine.report(report, of: load, now: now))
    }
  }

  /// Makes a load that has begun by itself the current one, as it was commanded to play meanwhile.
  private mutating func adopt(
    _ load: LoadID,
    anchor: PositionAnchor?,
    now: MonotonicInstant
  ) -> Turn {
    guard let request = loads[load]?.request, let ahead = loads[load]?.ahead else { return Turn() }
    loads[load]?.stage = .begun
    var turn = Turn(
      step: machine.adopt(
        PlaybackItem(request),
        load: load,
        media: ahead.media,
        anchor: anchor,
        wantsToPlay: ahead.isPlaying,
        reason: .auto,
        now: now
      )
    )
    if let (position, id) = ahead.seek {
      let second = seek(to: position, id, of: load, now: now)
      turn.step.append(second.step)
      turn.reports += second.reports
    }
    return turn
  }
}

extension PlaybackStateMachine {
  fileprivate mutating func prepare(_ request: LoadRequest, now: MonotonicInstant) -> PlaybackStep {
    prepare(
      PlaybackItem(request),
      load: request.id,
      at: request.position,
      wantsToPlay: request.wantsToPlay,
      reason: .userSelected,
      now: now
    )
  }
}

extension PlayerCore.Turn {
  fileprivate init(command: PlaybackCommand) {
    step.commands = [command]
  }
}
