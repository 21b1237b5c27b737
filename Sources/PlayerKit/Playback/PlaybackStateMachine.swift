/// The state machine of playback: pure, one input at a time.
///
/// It knows one load and ignores reports about any other. `Documentation/StateMachines.md` contains
/// its table; a test compares the two.
package struct PlaybackStateMachine: Sendable {
  package internal(set) var status = PlayerStatus()
  private var ids: LoadIDIssuer

  package init(ids: LoadIDIssuer, capabilities: PlayerCapabilities = .all) {
    self.ids = ids
    status.capabilities = capabilities
  }

  /// Smaller corrections of the position are not worth a jump.
  package static let positionTolerance = Duration.milliseconds(50)

  /// A track may play this much past its stated length without the length being wrong.
  package static let durationTolerance = Duration.seconds(1)
}

// MARK: - Commands

extension PlaybackStateMachine {
  /// Loads a track, replacing the current one.
  package mutating func prepare(
    _ item: PlaybackItem,
    load: LoadID? = nil,
    at position: Duration = .zero,
    wantsToPlay: Bool,
    reason: TransitionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    let before = status
    let media = PlayerStatus.Media(
      load: load ?? ids.nextLoad(),
      item: item,
      position: max(.zero, position),
      instant: now
    )
    status.phase = .active(media)
    setIntent(wantsToPlay, .user)
    var effects = changes(since: before, now: now, transition: reason)
    let request = LoadRequest(
      id: media.load,
      track: item.track,
      clip: item.clip,
      position: media.position,
      wantsToPlay: status.maySound
    )
    effects.commands.append(.open(request, replacing: before.activeMedia?.load))
    return effects
  }

  /// Shows a track at `position`, to be loaded later.
  ///
  /// - Parameter duration: Its length, if already known.
  package mutating func cue(
    _ item: PlaybackItem,
    at position: Duration,
    duration: Duration? = nil,
    reason: TransitionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    let before = status
    var media = PlayerStatus.Media(
      load: ids.nextLoad(),
      item: item,
      position: max(.zero, position),
      instant: now
    )
    media.duration = duration
    status.phase = .idle(.nothingLoaded, media, resumeAt: media.position)
    var effects = changes(since: before, now: now, transition: reason)
    effects.commands += [before.activeMedia.map { .release($0.load) }].compactMap(\.self)
    return effects
  }

  package mutating func play(
    reason: WantsToPlayReason = .user,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    switch status.phase {
    case .idle(_, let media?, let position):
      return prepare(
        media.item,
        at: position,
        wantsToPlay: true,
        reason: .userSelected,
        now: now
      )
    case .idle(_, nil, _), .active:
      return want(true, reason: reason, now: now)
    }
  }

  package mutating func pause(
    reason: WantsToPlayReason = .user,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    want(false, reason: reason, now: now)
  }

  /// Seeks to a position; `id` identifies the request to the backend.
  package mutating func seek(
    to target: Duration,
    id: SeekID? = nil,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    let before = status
    let target = max(.zero, target)
    var command: PlaybackCommand?
    var isSettled = false
    switch status.phase {
    case .idle(_, nil, _):
      return PlaybackEffects()
    case .idle(let reason, var media?, _):
      media.position = target
      media.instant = now
      status.phase = .idle(reason, media, resumeAt: target)
      isSettled = true
    case .active(var media):
      guard status.isSeekable else {
        // The position stays, which is reported.
        var effects = PlaybackEffects()
        effects.changes = [.seekCompleted(status.position(at: now))]
        return effects
      }
      media.position = target
      media.instant = now
      if let buffered = media.buffered, buffered.position < target { media.buffered = nil }
      let id = id ?? ids.nextSeek()
      media.seek = id
      command = .seek(target, id, media.load)
      status.phase = .active(media)
    }
    var effects = changes(since: before, now: now, jump: .seek)
    if isSettled { effects.changes.append(.seekCompleted(target)) }
    effects.commands += [command].compactMap(\.self)
    return effects
  }

  /// Requests the position of the load.
  package func measure() -> PlaybackEffects {
    var effects = PlaybackEffects()
    if let media = status.activeMedia, media.stage == .open {
      effects.commands = [.measure(media.load)]
    }
    return effects
  }

  package mutating func unload(now: MonotonicInstant) -> PlaybackEffects {
    guard let media = status.activeMedia else { return PlaybackEffects() }
    let before = status
    status.phase = .idle(.unloaded, nil, resumeAt: .zero)
    var effects = changes(since: before, now: now)
    effects.commands.append(.release(media.load))
    return effects
  }

  /// Removes the media that was loaded last.
  package mutating func forget() -> PlaybackEffects {
    if status.activeMedia == nil { status.phase = .idle(.unloaded, nil, resumeAt: .zero) }
    return PlaybackEffects()
  }

  package mutating func change(
    _ change: OutputChange,
    reason: SettingsReason = .user,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    var settings = status.settings
    settings.apply(change)
    guard settings != status.settings else { return PlaybackEffects() }
    let before = status
    if settings.rate != status.rate { freeze(at: now) { $0.speed = nil } }
    status.settings = settings
    status.settingsReason = reason
    var effects = changes(since: before, now: now)
    let missing = settings.capabilities(changing: before.settings)
      .subtracting(status.capabilities)
    if !missing.isEmpty { effects.changes.append(.unsupported(missing)) }
    if status.audibleSettings != before.audibleSettings {
      effects.commands.append(.apply(status.audibleSettings))
    }
    return effects
  }

  /// Another player has the track, with these capabilities. It gets its settings with the track.
  package mutating func setCapabilities(
    _ capabilities: PlayerCapabilities,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard capabilities != status.capabilities else { return PlaybackEffects() }
    let before = status
    freeze(at: now)
    status.capabilities = capabilities
    return changes(since: before, now: now)
  }

  /// Makes a load current that was handed over ahead of time. With `isHeard` false, it has only
  /// received the command to begin.
  package mutating func adopt(
    _ item: PlaybackItem,
    load: LoadID,
    media found: LoadedMedia?,
    anchor: PositionAnchor?,
    isHeard: Bool = true,
    wantsToPlay: Bool? = nil,
    reason: TransitionReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    let before = status
    var media = PlayerStatus.Media(load: load, item: item, position: .zero, instant: now)
    // If neither is known, the engine still waits for its bytes.
    media.stage = isHeard && (found != nil || anchor != nil) ? .open : .opening
    media.duration = found?.duration
    media.isSeekable = found?.isSeekable ?? true
    _ = media.place(anchor)
    status.phase = .active(media)
    if let wantsToPlay { setIntent(wantsToPlay, .user) }
    var effects = changes(since: before, now: now, transition: reason)
    // A pause may have been on its way to the previous load.
    effects.commands.append(.setPlaying(status.maySound, load))
    return effects
  }
}

// MARK: - Parts

extension PlaybackStateMachine {
  /// Changes whether playing is wanted, and loads nothing.
  mutating func want(
    _ wantsToPlay: Bool,
    reason: WantsToPlayReason,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard status.intent.wantsToPlay != wantsToPlay else {
      // A pause after the end counts, so that a later command does not play.
      if status.intent.reason == .endOfItem { status.intent.reason = reason }
      return PlaybackEffects()
    }
    let before = status
    freeze(at: now)
    setIntent(wantsToPlay, reason)
    return changesOfSound(since: before, now: now)
  }

  private mutating func setIntent(_ wantsToPlay: Bool, _ reason: WantsToPlayReason) {
    guard status.intent.wantsToPlay != wantsToPlay else { return }
    status.intent = PlayerStatus.Intent(wantsToPlay: wantsToPlay, reason: reason)
  }

  /// Re-anchors the position at `now`, before a change that affects its speed.
  mutating func freeze(
    at now: MonotonicInstant,
    _ change: (inout PlayerStatus.Media) -> Void = { _ in }
  ) {
    guard case .active(var media) = status.phase else { return }
    media.position = status.position(at: now)
    media.instant = now
    change(&media)
    status.phase = .active(media)
  }

  func changes(
    since before: PlayerStatus,
    now: MonotonicInstant,
    transition: TransitionReason? = nil,
    jump: PositionDiscontinuity.Reason? = nil
  ) -> PlaybackEffects {
    var effects = PlaybackEffects()
    effects.changes = PlaybackChange.between(
      before,
      status,
      now: now,
      transition: transition,
      jump: jump
    )
    return effects
  }
}

// MARK: - Reports

extension PlaybackStateMachine {
  /// Handles a report of the engine or player about a load.
  package mutating func report(
    _ report: LoadEvent,
    of load: LoadID,
    now: MonotonicInstant
  ) -> PlaybackEffects {
    guard var media = status.activeMedia, media.load == load else { return PlaybackEffects() }
    let before = status
    freeze(at: now)
    media.position = before.position(at: now)
    media.instant = now
    var jump: PositionDiscontinuity.Reason?
    var settled: Duration?
    var correction: PlaybackCommand?

    switch report {
    // Only the queue that preloaded it needs this.
    case .opened: return PlaybackEffects()
    case .loaded(let found):
      media.stage = .open
      media.duration = found.duration
      media.isSeekable = found.isSeekable
      media.isStarved = false
      if media.seek == nil, media.place(found.anchor) { jump = .internal }
    case .started(let anchor):
      media.stage = .open
      if media.seek == nil, media.place(anchor) { jump = .internal }
    case .position(let anchor):
      if media.seek == nil, media.place(anchor) { jump = .internal }
    case .liveEdge(let anchor):
      if media.seek == nil, media.place(anchor, tolerance: .zero) { jump = .liveEdge }
    case .buffering(let isStarved):
      guard media.stage == .open else { return PlaybackEffects() }
      media.isStarved = isStarved
    case .seekCompleted(let id, let anchor):
      guard media.seek == id else { return PlaybackEffects() }
      media.seek = nil
      settled = anchor.position
      jump = media.place(anchor) ? .seekAdjusted : nil
    case .duration(let duration):
      media.duration = duration
    case .metadata(let metadata):
      media.metadata = metadata
    case .format(let format):
      media.format = format
    case .suppressed(let reason):
      media.suppression = reason
    case .buffered(let position):
      guard media.recordBuffered(position, at: now) else { return PlaybackEffects() }
    case .remote(.seek(let anchor)):
      if media.seek == nil, media.place(anchor, tolerance: .zero) { jump = .remote }
    case .remote(let action):
      perform(action)
      // A user who resumes it elsewhere does not know of the interruption here.
      if action == .play, !status.maySound { correction = .setPlaying(false, load) }
    case .ended, .failed, .superseded, .released, .takenOver:
      return finish(report, media: media, now: now, before: before)
    }

    status.phase = .active(media)
    var effects = changes(since: before, now: now, jump: jump)
    if let settled { effects.changes.append(.seekCompleted(settled)) }
    effects.commands += [correction].compactMap(\.self)
    return effects
  }

  /// Takes over an action at the device, which needs no command back.
  private mutating func perform(_ action: RemoteAction) {
    switch action {
    case .play: setIntent(true, .remote)
    case .pause: setIntent(false, .remote)
    case .volume(let volume): changeRemotely(.volume(volume / max(status.ducking, 0.01)))
    case .mute(let isMuted): changeRemotely(.isMuted(isMuted))
    case .seek, .next, .previous: break
    }
  }

  private mutating func changeRemotely(_ change: OutputChange) {
    let old = status.settings
    status.settings.apply(change)
    if status.settings != old { status.settingsReason = .remote }
  }

  private mutating func finish(
    _ report: LoadEvent,
    media: PlayerStatus.Media,
    now: MonotonicInstant,
    before: PlayerStatus
  ) -> PlaybackEffects {
    var media = media
    let reason: PlayerStatus.EndReason
    var resumeAt = media.position
    switch report {
    case .ended:
      reason = .ended
      media.position = media.duration ?? media.position
      resumeAt = .zero
    case .failed(let error, _):
      reason = .failed(error)
    case .superseded, .released:
      reason = .unloaded
    case .takenOver(let track):
      reason = .takenOver(by: track)
      setIntent(false, .remote)
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .buffered, .seekCompleted,
      .duration, .metadata, .format, .suppressed, .remote:
      return PlaybackEffects()
    }
    media.seek = nil
    media.isStarved = false
    media.suppression = nil
    status.phase = .idle(reason, media, resumeAt: resumeAt)
    return changes(since: before, now: now)
  }
}
