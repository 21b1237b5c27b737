// What players say that bears on nothing else: it is noted, without a turn.
extension QueueStateMachine {
  /// Notes what a player says, if nothing has to be looked at again because of it.
  ///
  /// - Returns: `nil` if the report needs a turn.
  mutating func note(
    _ report: LoadReport,
    of load: LoadID,
    now: MonotonicInstant
  ) -> QueueStep? {
    switch report {
    case .buffered, .format:
      return noteCurrent(report, of: load, now: now)
    case .position(let anchor):
      return anchor.speed == 0 && !awaitsPositions ? noteCurrent(report, of: load, now: now) : nil
    case .started where playback.status.activeMedia?.stage == .open && !awaitsPositions:
      return noteCurrent(report, of: load, now: now)
    case .opened(let isLive):
      guard preload?.load == load, inspecting == nil else { return nil }
      preload?.handover?.isLive = isLive
      return QueueStep()
    case .loaded(let media) where preload?.load == load && inspecting == nil:
      preload?.handover?.media = media
      return QueueStep()
    case .superseded, .released:
      if case .awaitingRelease = attempt?.stage { return nil }
      guard attempt?.load != load, preload?.load != load else { return nil }
      holdings.removeAll { $0.load == load }
      return QueueStep()
    case .loaded, .started, .liveEdge, .buffering, .seekCompleted, .duration, .metadata,
      .suppressed,
      .remote, .ended, .failed, .takenOver:
      return nil
    }
  }

  /// Shows what is new about the current load.
  private mutating func noteCurrent(
    _ report: LoadReport,
    of load: LoadID,
    now: MonotonicInstant
  ) -> QueueStep? {
    guard attempt?.load == load, attempt?.player != nil else { return nil }
    if report.showsLife { attempt?.contact = .confirmed }
    let step = playback.report(report, of: load, now: now)
    var noted = QueueStep()
    noted.changes = step.changes.map { .playback($0) }
    noted.instant = now
    return noted
  }

  /// Whether anything waits for a place of the current track.
  private var awaitsPositions: Bool {
    guard configuration.preparation == .early else { return true }
    guard let timeline else { return false }
    return !timeline.chapterMarks.isEmpty || !timeline.lineMarks.isEmpty
  }

  /// What is to follow needs nothing but a player.
  mutating func noteChoice(
    _ load: LoadID,
    types: [PlayerType],
    album: AlbumContext,
    now: MonotonicInstant
  ) -> QueueStep? {
    guard preload?.load == load, attempt?.load != load, inspecting == nil else { return nil }
    preload?.album = album
    var turn = QueueTurn(before: status, now: now)
    choosePreload(among: types, &turn)
    var step = QueueStep()
    step.commands = turn.commands
    step.instant = now
    return step
  }
}
