// How an entry gets to a player.
extension QueueStateMachine {
  /// Begins to load the current entry.
  mutating func start(
    at position: Duration = .zero,
    wantsToPlay: Bool? = nil,
    reason: TransitionReason,
    stage: Attempt.Stage = .choosing,
    types: [PlayerType]? = nil,
    retries: Int = 0,
    keepsPreload: Bool = false,
    _ turn: inout QueueTurn
  ) {
    guard let entry = queue.currentEntry else { return }
    let load = ids.nextLoad()
    let wantsToPlay = wantsToPlay ?? playback.status.wantsToPlay
    if !keepsPreload { cancelPreload(&turn) }
    attempt = Attempt(
      load: load,
      stage: stage,
      types: types,
      retries: retries,
      position: position,
      usesPreload: keepsPreload
    )
    endReason = nil
    queue.isAtEnd = false
    step(&turn) {
      $0.prepare(
        entry.track,
        clip: entry.clip,
        load: load,
        at: position,
        wantsToPlay: wantsToPlay,
        reason: reason,
        now: $1
      )
    }
  }

  /// The player types of a track, as it names them now.
  package mutating func chosen(
    _ load: LoadID,
    types: [PlayerType],
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      if machine.attempt?.load == load {
        machine.choose(among: types, &turn)
      } else if machine.preload?.load == load {
        machine.choosePreload(among: types, &turn)
      }
    }
  }

  private mutating func choose(among types: [PlayerType], _ turn: inout QueueTurn) {
    guard var attempt, attempt.stage == .choosing, let entry = queue.currentEntry else { return }
    let known = (attempt.types ?? types).filter { players[$0] != nil }
    let candidates = playable(known, entry)
    guard let type = candidates.first, let registration = players[type] else {
      let error =
        known.isEmpty
        ? PlayerError(.noPlayer, "There is no player for this track.")
        : PlayerError(.unsupportedClip, "No player of this track can play a part of it.")
      fail(error.attributed(to: entry.track, playerType: types.first), followedBy: nil, &turn)
      return
    }
    if beginPrepared(on: registration.ref, &turn) { return }
    attempt.usesPreload = false
    attempt.alternatives = Array(candidates.dropFirst())
    if let holding, holding.player != registration.ref {
      release(&turn)
      let isShared = registration.group != nil && registration.group == group(of: holding.player)
      attempt.stage = isShared ? .on(registration.ref) : .awaitingRelease(registration.ref)
    } else {
      attempt.stage = .on(registration.ref)
    }
    self.attempt = attempt
    openIfFree(&turn)
  }

  /// Opens the attempt where no other player is in the way.
  private mutating func openIfFree(_ turn: inout QueueTurn) {
    guard let attempt, attempt.player != nil else { return }
    step(&turn) { $0.resolved(attempt.load, now: $1) }
  }

  /// The player that was in the way is silent, or has had its time.
  mutating func released(_ turn: inout QueueTurn) {
    holding = nil
    guard case .awaitingRelease(let player) = attempt?.stage else { return }
    attempt?.stage = .on(player)
    openIfFree(&turn)
  }

  /// The player types that can play an entry, with its clip if it has one.
  func playable(_ types: [PlayerType], _ entry: QueueEntry) -> [PlayerType] {
    types.filter { type in
      players[type].map { entry.clip == nil || $0.canClip } ?? false
    }
  }

  func group(of player: PlayerRef) -> GaplessGroup? {
    players.values.first { $0.ref == player }?.group
  }
}
