// Reports that change only what is displayed. They are recorded without a turn.
extension QueueStateMachine {
  /// Records a report if nothing else depends on it.
  ///
  /// - Returns: `nil` if the report needs a turn.
  mutating func fastPath(
    _ report: LoadEvent,
    of load: LoadID,
    now: MonotonicInstant
  ) -> QueueEffects? {
    switch report {
    case .buffered, .format:
      return updateCurrent(report, of: load, now: now)
    case .position(let anchor):
      return anchor.speed == 0 && !awaitsPositions ? updateCurrent(report, of: load, now: now) : nil
    case .started where playback.status.activeMedia?.stage == .open && !awaitsPositions:
      return updateCurrent(report, of: load, now: now)
    case .opened(let isLive):
      guard preload?.load == load, inspectionState == nil else { return nil }
      preload?.handover?.isLive = isLive
      return QueueEffects()
    case .loaded(let media) where preload?.load == load && inspectionState == nil:
      preload?.handover?.media = media
      return QueueEffects()
    case .superseded, .released:
      if case .awaitingRelease = attempt?.stage { return nil }
      guard attempt?.load != load, preload?.load != load else { return nil }
      activeLoads.removeAll { $0.load == load }
      return QueueEffects()
    case .loaded, .started, .liveEdge, .buffering, .seekCompleted, .duration, .metadata,
      .suppressed, .remote, .ended, .failed, .takenOver:
      return nil
    }
  }

  /// Updates the status of the current load.
  private mutating func updateCurrent(
    _ report: LoadEvent,
    of load: LoadID,
    now: MonotonicInstant
  ) -> QueueEffects? {
    guard attempt?.load == load, attempt?.player != nil else { return nil }
    if report.showsLife { attempt?.confirmation = .confirmed }
    let changes = playback.report(report, of: load, now: now).changes
    var effects = QueueEffects()
    effects.changes = changes.map { .playback($0) }
    effects.instant = now
    return effects
  }

  /// Whether anything is due at a position of the current track.
  private var awaitsPositions: Bool {
    guard configuration.preparation == .early else { return true }
    guard let timeline else { return false }
    return !timeline.chapterMarks.isEmpty || !timeline.lineMarks.isEmpty
  }

  /// Hands the next entry to its player if nothing else depends on that.
  ///
  /// - Returns: `nil` if it needs a turn.
  mutating func fastPathChoice(
    _ load: LoadID,
    types: [PlayerType],
    album: AlbumContext,
    now: MonotonicInstant
  ) -> QueueEffects? {
    guard preload?.load == load, attempt?.load != load, inspectionState == nil else { return nil }
    preload?.album = album
    var effects = QueueEffects()
    effects.commands = choosePreload(among: types).map { [$0] } ?? []
    effects.instant = now
    return effects
  }
}
