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
    _ turn: inout QueueTurn
  ) {
    guard let entry = queue.currentEntry else { return }
    let load = ids.nextLoad()
    let wantsToPlay = wantsToPlay ?? playback.status.wantsToPlay
    cancelPreload(&turn)
    attempt = Attempt(
      load: load,
      stage: stage,
      types: types,
      retries: retries,
      position: position
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
  private func playable(_ types: [PlayerType], _ entry: QueueEntry) -> [PlayerType] {
    types.filter { type in
      players[type].map { entry.clip == nil || $0.canClip } ?? false
    }
  }

  func group(of player: PlayerRef) -> GaplessGroup? {
    players.values.first { $0.ref == player }?.group
  }
}

// What is to follow without a gap.
extension QueueStateMachine {
  /// Sees to it that exactly what follows now is what the player knows.
  mutating func renewPreload(_ turn: inout QueueTurn) {
    guard let player = attempt?.player, playback.status.activeMedia?.stage == .open,
      group(of: player) != nil, !stopsHere,
      let next = queue.naturalSuccessor(), let entry = queue[next]
    else {
      cancelPreload(&turn)
      return
    }
    guard preload?.entry != next else { return }
    cancelPreload(&turn)
    let load = ids.nextLoad()
    preload = Preload(entry: next, load: load)
    turn.commands.append(.choose(load, entry.track))
  }

  mutating func cancelPreload(_ turn: inout QueueTurn) {
    if case .handedOver(let player, _) = preload?.stage, let load = preload?.load {
      turn.commands.append(.cancelPreload(player, load))
    }
    preload = nil
  }

  private mutating func choosePreload(among types: [PlayerType], _ turn: inout QueueTurn) {
    guard var preload, case .choosing = preload.stage, let attempt, let player = attempt.player,
      let entry = queue[preload.entry]
    else { return }
    let candidates = playable(types, entry)
    if let type = candidates.first, let registration = players[type],
      registration.group == group(of: player)
    {
      preload.stage = .handedOver(registration.ref, nil)
      preload.alternatives = Array(candidates.dropFirst())
      turn.commands.append(
        .preload(
          registration.ref,
          preload.load,
          entry.track,
          clip: entry.clip,
          after: attempt.load
        )
      )
    } else {
      preload.stage = .unavailable
    }
    self.preload = preload
  }

  /// The load that was handed over ahead of time is the one that sounds now.
  mutating func adoptPreload(
    anchor: PositionAnchor?,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    guard let next = preload, case .handedOver(let player, let media) = next.stage,
      let entry = queue[next.entry]
    else { return }
    preload = nil
    queue.advance(to: next.entry)
    // Changes went to the player before.
    if attempt?.player != player {
      turn.commands.append(.change(player, playback.status.audibleSettings))
    }
    attempt = Attempt(load: next.load, stage: .on(player), alternatives: next.alternatives)
    holding = Holding(player: player, load: next.load)
    endReason = nil
    note(reason, begins: true, &turn)
    step(&turn) {
      $0.adopt(
        entry.track,
        clip: entry.clip,
        load: next.load,
        media: media,
        anchor: anchor,
        reason: reason,
        now: $1
      )
    }
  }
}
