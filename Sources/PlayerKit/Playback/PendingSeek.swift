/// A seek that a caller awaits.
struct PendingSeek {
  let id = SeekID.unique()
  private var load: LoadID?
  private var hasBegun = false

  /// Records that the seek was commanded, with the resulting status.
  ///
  /// - Returns: The position where playback landed; `nil` if the seek is still in progress.
  mutating func begin(_ status: PlayerStatus) throws(PlayerError) -> Duration? {
    guard let media = status.media else {
      throw PlayerError(.notSeekable, "Nothing is loaded, so there is nothing to seek in.")
    }
    guard status.activeMedia != nil else { return media.position }
    guard media.seek == id else {
      throw PlayerError(.notSeekable, "The track can't be seeked.", track: media.item.track)
    }
    load = media.load
    return nil
  }

  /// Handles the next turn.
  ///
  /// - Parameter outcome: The turn's report about a seek or the track; `nil` if there is none.
  /// - Returns: The position where playback landed; `nil` if the seek is still in progress.
  mutating func answer(
    _ status: PlayerStatus,
    _ outcome: Result<Duration, PlayerError>?
  ) throws(PlayerError) -> Duration? {
    let media = status.media
    let isSameLoad = media?.load == load
    if isSameLoad, media?.seek == id {
      hasBegun = true
      return nil
    }
    // Turns from before the command also arrive here.
    guard hasBegun else { return nil }
    let isReplaced = isSameLoad && media?.seek != nil
    if !isReplaced, let outcome { return try outcome.get() }
    if isSameLoad, let media, status.endReason == .ended { return media.position }
    throw PlayerError(.replaced, "Another command replaced the seek.")
  }
}

extension PlaybackChange {
  fileprivate var seekOutcome: Result<Duration, PlayerError>? {
    switch self {
    case .seekCompleted(let position): .success(position)
    case .failed(let error): .failure(error)
    case .track, .discontinuity, .wantsToPlay, .suppression, .buffering, .state, .duration,
      .ducking, .metadata, .format, .settings, .unsupported, .capabilities, .bufferedPosition,
      .ended:
      nil
    }
  }
}

extension QueueChange {
  fileprivate var seekOutcome: Result<Duration, PlayerError>? {
    switch self {
    case .playback(let change): change.seekOutcome
    case .failed(let failure): .failure(failure.error)
    // At the end of the track, playback landed there.
    case .transition(let transition) where [.auto, .repeat].contains(transition.reason):
      .success(transition.fromPosition)
    case .transition, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .ended, .sectionBegan, .sectionEnded, .willEnd, .metadata, .chapter, .lyrics, .line,
      .historyErased, .sourceFailed:
      nil
    }
  }
}

extension Player {
  /// Seeks to a position, and returns when playback has arrived there.
  @discardableResult
  public func seekAndWait(to position: Duration) async throws -> Duration {
    var seek = PendingSeek()
    return try await events.firstAnswer {
      var status = core.status
      core.step { machine, now in
        defer { status = machine.status }
        return machine.seek(to: position, id: seek.id, now: now)
      }
      return try seek.begin(status)
    } from: { events, status in
      try seek.answer(status, events.lazy.compactMap(\.change.seekOutcome).first)
    }
  }
}

extension QueuePlayer {
  /// Seeks in the current entry, and returns when playback has arrived there; see
  /// ``PlaybackControls/seekAndWait(to:)``.
  @discardableResult
  public func seekAndWait(to position: Duration) async throws -> Duration {
    var seek = PendingSeek()
    return try await events.firstAnswer {
      let status = runTurn { state, now in
        let effects = state.machine.seek(to: position, id: seek.id, now: now)
        return (effects, state.machine.playback.status)
      }
      return try seek.begin(status)
    } from: { events, status in
      let outcome = events.lazy.compactMap(\.change.seekOutcome).first
      return try seek.answer(status.playback, outcome)
    }
  }
}
