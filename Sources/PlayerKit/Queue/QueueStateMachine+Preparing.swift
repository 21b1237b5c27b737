// Prepares the next entry ahead of time.
extension QueueStateMachine {
  /// The entry to play next without a gap.
  struct Preload: Sendable {
    /// A load that a player was given ahead of time.
    struct Handover: Sendable {
      let player: Registration
      /// The load that it follows.
      let follows: LoadID
      /// Whether it has no end; known once its first bytes are here.
      var isLive: Bool?
      var media: LoadedMedia?
      /// Set if it began by itself while a player was being chosen for it.
      var anchor: PositionAnchor?
    }

    enum Stage: Sendable {
      case choosing
      case handedOver(Handover)
      /// It will be loaded when it is reached.
      case unavailable
      case failed(PlayerError, at: MonotonicInstant, retryAt: MonotonicInstant?)
    }

    let entry: EntryID
    var load: LoadID
    var stage = Stage.choosing
    /// How it relates to its neighbors, as known when it was handed over.
    var album: AlbumContext?
    /// The types to try if this one fails.
    var alternatives: [PlayerType] = []
    /// The errors of earlier types, which are reported when the entry is reached.
    var refusals: [PlayerError] = []
    /// How often all types failed.
    var tries = 0

    var handover: Handover? {
      get { if case .handedOver(let handover) = stage { handover } else { nil } }
      set { if let newValue { stage = .handedOver(newValue) } }
    }

    var retryAt: MonotonicInstant? {
      if case .failed(_, _, let instant) = stage { instant } else { nil }
    }
  }

  /// Makes sure that the player knows exactly the current next entry, once preparation is due.
  mutating func renewPreload(_ turn: inout QueueTransaction) {
    preparesAt = nil
    if attempt?.stage == .choosing(.preloaded) { return }
    guard canPrepare, let next = queue.naturalSuccessor(), let entry = queue[next] else {
      cancelPreload(&turn)
      return
    }
    if preload?.entry == next {
      tryAgain(entry, &turn)
      return
    }
    cancelPreload(&turn)
    // While the user skips through the queue, the next entry is not prepared.
    guard skipsEndAt == nil, !isPausedForLong(at: turn.now) else { return }
    preparesAt = preparationDue(at: turn.now)
    guard let due = preparesAt, due <= turn.now else { return }
    preparesAt = nil
    let load = ids.nextLoad()
    preload = Preload(entry: next, load: load)
    turn.commands.append(.choose(load, entry.track))
  }

  /// Whether the natural successor could be handed over.
  private var canPrepare: Bool {
    guard let player = attempt?.player, playback.status.activeMedia?.stage == .open,
      player.group != nil, !stopsHere
    else { return false }
    // A live stream has no end that anything could follow.
    return !playback.status.isLive
  }

  /// Returns when to prepare the next entry, as playback goes now; `nil` if unknown.
  private func preparationDue(at now: MonotonicInstant) -> MonotonicInstant? {
    guard let anchor = playback.status.anchor else { return nil }
    switch configuration.preparation {
    case .early:
      return now
    case .beforeEnd(let lead):
      guard let duration = playback.status.duration else { return nil }
      let fade = OutputSettings.overlap(playback.status.crossfade, of: duration)
      let rest = duration - fade - lead - anchor.position
      if rest <= .zero { return now }
      return anchor.speed > 0 ? anchor.instant + rest / anchor.speed : nil
    }
  }

  // MARK: - Pauses

  /// Records since when playing has not been wanted or has been suppressed.
  mutating func recordPause(at now: MonotonicInstant) {
    let isPaused = attempt != nil && !wantsSound
    pausedSince = isPaused ? pausedSince ?? now : nil
  }

  private var wantsSound: Bool {
    playback.status.wantsToPlay && playback.status.suppressions.isEmpty
  }

  private func isPausedForLong(at now: MonotonicInstant) -> Bool {
    pausedSince.map { now - $0 >= configuration.longPause } ?? false
  }

  // MARK: - Preload

  mutating func cancelPreload(_ turn: inout QueueTransaction) {
    if let preload, let player = preload.handover?.player {
      turn.commands.append(.command(player.ref, .cancelPreload(preload.load)))
      // It may have begun before the player receives this.
      let deadline = turn.now + configuration.releaseTimeout
      activeLoads.insert(ActiveLoad(player: player, load: preload.load, deadline: deadline), at: 0)
    }
    preload = nil
  }

  /// Chooses the player of the next entry.
  ///
  /// - Returns: The command that hands it over; `nil` if it will be loaded when it is reached.
  mutating func choosePreload(among types: [PlayerType]) -> QueueCommand? {
    guard var preload, case .choosing = preload.stage, let attempt, let player = attempt.player,
      let entry = queue[preload.entry]
    else { return nil }
    defer { self.preload = preload }
    let candidates = able(types, entry)
    // A preload always begins at the start.
    if let type = candidates.first, let next = players[type], next.group == player.group,
      beginning(of: entry.id, naturalReason) == .zero
    {
      preload.stage = .handedOver(Preload.Handover(player: next, follows: attempt.load))
      preload.alternatives = Array(candidates.dropFirst())
      let request = LoadRequest(
        id: preload.load,
        track: entry.track,
        clip: entry.clip,
        rate: rate(of: entry),
        wantsToPlay: true,
        album: preload.album ?? AlbumContext()
      )
      return .command(next.ref, .preload(request, after: attempt.load))
    }
    preload.stage = .unavailable
    preload.alternatives = candidates
    return nil
  }

  // MARK: - Failures ahead of time

  /// Handles a failure of the preload: tries the next player type. If there is none, it tries the
  /// same again after a while, if that can help. Nothing is reported before the entry is reached.
  mutating func failPreload(_ error: PlayerError, _ turn: inout QueueTransaction) {
    guard var failed = preload else { return }
    if let expansion = error.expansion, expandNext(failed, into: expansion.items, &turn) { return }
    guard failed.alternatives.isEmpty else {
      failed.refusals.append(error)
      failed.load = ids.nextLoad()
      failed.stage = .choosing
      preload = failed
      if let command = choosePreload(among: failed.alternatives) { turn.commands.append(command) }
      return
    }
    let maximumTries =
      error.isRetryable ? configuration.preparationTries : error.mayMeanExpired ? 1 : 0
    let retryAt =
      failed.tries < maximumTries
      ? turn.now + configuration.preparationBackoff * (1 << failed.tries) : nil
    failed.stage = .failed(error, at: turn.now, retryAt: retryAt)
    preload = failed
  }

  /// When to prepare the next entry or try it again; `nil` if no time is set.
  var preparationDeadline: MonotonicInstant? {
    preparesAt ?? (wantsSound ? preload?.retryAt : nil)
  }

  private mutating func tryAgain(_ entry: QueueEntry, _ turn: inout QueueTransaction) {
    guard let failed = preload, let instant = failed.retryAt, instant <= turn.now,
      wantsSound
    else { return }
    let load = ids.nextLoad()
    preload = Preload(entry: failed.entry, load: load, tries: failed.tries + 1)
    turn.commands.append(.choose(load, entry.track))
  }

  /// Reports which player types failed ahead of time, now that the entry is reached.
  func recordRefusals(of preload: Preload, _ turn: inout QueueTransaction) {
    guard let entry = queue[preload.entry] else { return }
    for error in preload.refusals {
      turn.record(QueueFailure(entry: entry, error: error, action: .alternative))
    }
  }

  // MARK: - Continuing

  /// Continues with an entry automatically: begins it, or fails with the known error.
  mutating func begin(_ entry: EntryID, reason: TransitionReason, _ turn: inout QueueTransaction) {
    advance(to: entry, &turn)
    let position = beginning(of: entry, reason)
    announce(reason, at: position, begins: true, &turn)
    guard let known = preload, known.entry == entry else {
      start(at: position, reason: reason, &turn)
      return
    }
    switch known.stage {
    case .handedOver:
      if beginPreloaded(reason: reason, &turn) { return }
    // If a retry is pending, the entry is tried now.
    case .failed(let error, let instant, retryAt: nil)
    where !error.isRetryable || turn.now - instant < configuration.failureFreshness:
      recordRefusals(of: known, &turn)
      start(at: position, reason: reason, &turn)
      fail(error, followedBy: nil, &turn)
      return
    case .unavailable where !known.refusals.isEmpty:
      recordRefusals(of: known, &turn)
      let stage = Attempt.Stage.choosing(.remaining(known.alternatives))
      start(at: position, reason: reason, stage: stage, &turn)
      return
    case .choosing, .unavailable, .failed:
      break
    }
    start(at: position, reason: reason, &turn)
  }

  /// Makes the preload the current load, because it plays now.
  mutating func adoptPreload(
    anchor: PositionAnchor?,
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) {
    guard let next = preload, let handover = next.handover else { return }
    advance(to: next.entry, &turn)
    announce(reason, at: anchor?.position ?? .zero, begins: true, &turn)
    // Changes were sent to the player earlier.
    if attempt?.player?.ref != handover.player.ref {
      applySettings(to: handover.player, &turn)
    }
    adopt(next, handover, .confirmed, anchor: anchor, isHeard: true, reason: reason, &turn)
  }

  /// Replaces the current load with the preload.
  mutating func adopt(
    _ next: Preload,
    _ handover: Preload.Handover,
    _ confirmation: Attempt.LoadConfirmation,
    anchor: PositionAnchor?,
    isHeard: Bool,
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) {
    guard let entry = queue.currentEntry else { return }
    preload = nil
    attempt = Attempt(
      load: next.load,
      stage: .on(handover.player, confirmation),
      alternatives: next.alternatives
    )
    hold(next.load, on: handover.player, turn)
    queue.isAtEnd = false
    recordRefusals(of: next, &turn)
    step(&turn) {
      $0.adopt(
        entry.playbackItem,
        load: next.load,
        media: handover.media,
        anchor: anchor,
        isHeard: isHeard,
        reason: reason,
        now: $1
      )
    }
  }
}

extension PlayerError {
  /// Whether servers send this for an expired address. If so, resolving it again may help.
  fileprivate var mayMeanExpired: Bool {
    switch httpStatus {
    case 401, 403, 404, 410: true
    default: false
    }
  }
}
