// Reports that change nothing but what is shown. They are noted without a turn.
extension QueueStateMachine {
  /// Notes a report if no follow-up depends on it.
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
      .suppressed, .remote, .ended, .failed, .takenOver:
      return nil
    }
  }

  /// Updates the status of the current load.
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

  /// Whether anything is due at a position of the current track.
  private var awaitsPositions: Bool {
    guard configuration.preparation == .early else { return true }
    guard let timeline else { return false }
    return !timeline.chapterMarks.isEmpty || !timeline.lineMarks.isEmpty
  }

  /// Hands the next entry to its player, if no follow-up depends on that.
  ///
  /// - Returns: `nil` if it needs a turn.
  mutating func noteChoice(
    _ load: LoadID,
    types: [PlayerType],
    album: AlbumContext,
    now: MonotonicInstant
  ) -> QueueStep? {
    guard preload?.load == load, attempt?.load != load, inspecting == nil else { return nil }
    preload?.album = album
    var step = QueueStep()
    step.commands = choosePreload(among: types).map { [$0] } ?? []
    step.instant = now
    return step
  }
}
