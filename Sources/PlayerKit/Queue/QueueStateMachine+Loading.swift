// How an entry gets to a player.
extension QueueEntry {
  /// The item for the playback machine.
  var playbackItem: PlaybackItem { PlaybackItem(track, clip: clip) }
}

extension QueueStateMachine {
  /// A player and the type that it was added for.
  struct Registration: Sendable, Equatable {
    let ref: PlayerRef
    let type: PlayerType
    let group: GaplessGroup?
    let capabilities: PlayerCapabilities
    /// Whether its backend can check the network.
    let checksNetwork: Bool
  }

  /// The activity of the queue.
  enum Activity: Sendable {
    /// Nothing is loaded. Holds the reason if the queue has ended.
    case idle(QueueEndReason?)
    /// The queue reached its end and continues as soon as its source has more.
    case awaitingMore
    /// The current entry is being loaded or plays.
    case loading(Attempt)
  }

  /// An attempt to load and play the current entry.
  struct Attempt: Sendable {
    /// The player types to try.
    enum Candidates: Sendable, Hashable {
      /// All types that the track names now.
      case all
      /// The remaining types after an earlier one failed.
      case remaining([PlayerType])
      /// All types; if the first one leads to the player with the preload, the preload begins.
      case preloaded
    }

    /// How certain it is that the player has the load.
    enum LoadConfirmation: Sendable, Hashable {
      /// It began from a preload, and its player has not confirmed it yet.
      case unconfirmed
      case confirmed
      /// The track is past its end, and the player was asked for its position, to answer by this
      /// time.
      case asked(until: MonotonicInstant)
    }

    enum Stage: Sendable, Equatable {
      /// The track's player types are being read.
      case choosing(Candidates)
      /// Another player must fall silent first.
      case awaitingRelease(Registration)
      case on(Registration, LoadConfirmation)
      /// A command of a burst selected it; it opens if no other command comes by this time.
      case debouncing(until: MonotonicInstant)
      /// The last attempt failed; the next one comes at this time.
      case retrying(at: MonotonicInstant)
      /// It failed with this error, and until this time a check determines whether the network is
      /// lost.
      case checkingNetwork(PlayerError, until: MonotonicInstant)
    }

    let load: LoadID
    var stage: Stage
    /// How it relates to its neighbors, as known when its player was chosen.
    var album = AlbumContext()
    /// The types to try if this one fails.
    var alternatives: [PlayerType] = []
    var retries = 0
    /// How often in a row it was postponed because the network or the output is missing.
    var holds = 0
    /// Whether the network or the output is missing; `nil` once the track can play.
    var lacks: SuppressionReason?
    /// The position where an earlier player type failed, until this type has reached it or its own
    /// beginning.
    var failedAt: Duration?
    private(set) var heard = Duration.zero
    private(set) var soundsSince: MonotonicInstant?

    var player: Registration? {
      if case .on(let player, _) = stage { player } else { nil }
    }

    var confirmation: LoadConfirmation? {
      get { if case .on(_, let confirmation) = stage { confirmation } else { nil } }
      set { if let newValue, let player { stage = .on(player, newValue) } }
    }

    /// Returns how long it has played.
    func heard(at now: MonotonicInstant) -> Duration {
      heard + max(.zero, soundsSince.map { now - $0 } ?? .zero)
    }

    /// Updates the playing time. A paused or interrupted track may stand still, so an open question
    /// about its position is dropped.
    mutating func recordSound(isPlaying: Bool, at now: MonotonicInstant) {
      heard = heard(at: now)
      soundsSince = isPlaying ? now : nil
      if !isPlaying, case .asked = confirmation { confirmation = .confirmed }
    }
  }

  /// A load that a player has, or still has to release.
  struct ActiveLoad: Sendable, Equatable {
    let player: Registration
    let load: LoadID
    /// When to continue without the player's report; set while it has to release the load.
    var deadline: MonotonicInstant?
  }

  /// Begins to load the current entry.
  ///
  /// - Parameter position: The position where it begins; `nil` for the start position of its item.
  mutating func start(
    at position: Duration? = nil,
    wantsToPlay: Bool? = nil,
    reason: TransitionReason,
    stage: Attempt.Stage = .choosing(.all),
    retries: Int = 0,
    _ turn: inout QueueTransaction
  ) {
    guard let entry = queue.currentEntry else { return }
    let load = ids.nextLoad()
    if stage != .choosing(.preloaded) { cancelPreload(&turn) }
    attempt = Attempt(load: load, stage: stage, retries: retries)
    queue.isAtEnd = false
    step(&turn) { machine, now in
      machine.prepare(
        entry.playbackItem,
        load: load,
        at: position ?? entry.item.startPosition,
        wantsToPlay: wantsToPlay ?? machine.status.wantsToPlay,
        reason: reason,
        now: now
      )
    }
  }

  /// Handles the player types that a track currently names.
  ///
  /// - Parameter album: How the track relates to its neighbors.
  package mutating func chosen(
    _ load: LoadID,
    types: [PlayerType],
    album: AlbumContext = AlbumContext(),
    now: MonotonicInstant
  ) -> QueueEffects {
    if let effects = fastPathChoice(load, types: types, album: album, now: now) { return effects }
    return turn(now) { machine, turn in
      if machine.attempt?.load == load {
        machine.attempt?.album = album
        machine.choose(among: types, &turn)
      } else if machine.preload?.load == load {
        machine.preload?.album = album
        if let command = machine.choosePreload(among: types) { turn.commands.append(command) }
      }
    }
  }

  private mutating func choose(among types: [PlayerType], _ turn: inout QueueTransaction) {
    guard var attempt, case .choosing(let candidates) = attempt.stage,
      let entry = queue.currentEntry
    else { return }
    var known = types
    if case .remaining(let left) = candidates { known = left }
    known = known.filter { players[$0] != nil }
    let able = able(known, entry)
    guard let player = able.first.flatMap({ players[$0] }) else {
      let error =
        known.isEmpty
        ? (entry.track as? UnknownTrack)?.error
          ?? PlayerError(.noPlayer, "There is no player for this track.")
        : PlayerError(
          .unsupportedClip,
          "No player of this track can play a part of it. Remove the clip."
        )
      fail(error.attributed(to: entry.track, playerType: types.first), followedBy: nil, &turn)
      return
    }
    if candidates == .preloaded, beginPrepared(on: player, &turn) { return }
    attempt.alternatives = Array(able.dropFirst())
    attempt.stage = .on(player, .confirmed)
    if let last = activeLoads.last, last.player.ref != player.ref { release(&turn) }
    if mustWait(player) { attempt.stage = .awaitingRelease(player) }
    self.attempt = attempt
    openIfFree(&turn)
  }

  /// Opens the attempt if no other player is in the way, including all commands given meanwhile.
  private mutating func openIfFree(_ turn: inout QueueTransaction) {
    guard let player = attempt?.player, let media = playback.status.activeMedia else { return }
    let replaced = activeLoads.last { $0.player.ref == player.ref && $0.deadline == nil }
    hold(media.load, on: player, turn)
    applySettings(to: player, &turn)
    let request = LoadRequest(
      id: media.load,
      track: media.item.track,
      clip: media.item.clip,
      position: media.position,
      wantsToPlay: playback.status.maySound,
      album: attempt?.album ?? AlbumContext()
    )
    turn.commands.append(.command(player.ref, .open(request, replacing: replaced?.load)))
    guard let seek = media.seek else { return }
    turn.commands.append(.command(player.ref, .seek(media.position, seek, media.load)))
  }

  /// Gives a player the settings, within its capabilities, when it gets the track.
  mutating func applySettings(to player: Registration, _ turn: inout QueueTransaction) {
    step(&turn) { $0.setCapabilities(player.capabilities, now: $1) }
    sendSettings(to: player.ref, &turn)
  }

  /// Sends the effective settings to a player if they differ from its own.
  mutating func sendSettings(to player: PlayerRef, _ turn: inout QueueTransaction) {
    let settings = playback.status.audibleSettings
    guard applied[player, default: OutputSettings()] != settings else { return }
    applied[player] = settings
    turn.commands.append(.command(player, .apply(settings)))
  }

  /// Records that a player has a load. The player releases its previous load by itself.
  mutating func hold(_ load: LoadID, on player: Registration, _ turn: QueueTransaction) {
    for index in activeLoads.indices where activeLoads[index].player.ref == player.ref {
      activeLoads[index].deadline =
        activeLoads[index].deadline ?? turn.now + configuration.releaseTimeout
    }
    activeLoads.append(ActiveLoad(player: player, load: load))
  }

  /// Whether another player, which shares no engine with this one, may still be playing. A player
  /// can't end that by starting itself.
  private func mustWait(_ player: Registration) -> Bool {
    activeLoads.contains { held in
      held.player.ref != player.ref && (player.group == nil || player.group != held.player.group)
    }
  }

  /// Handles that a player in the way has released its load or has timed out.
  mutating func released(_ load: LoadID, _ turn: inout QueueTransaction) {
    activeLoads.removeAll { $0.load == load }
    guard case .awaitingRelease(let player) = attempt?.stage, !mustWait(player) else { return }
    attempt?.stage = .on(player, .confirmed)
    openIfFree(&turn)
  }

  /// Returns the player types that can play an entry, including its clip if it has one.
  func able(_ types: [PlayerType], _ entry: QueueEntry) -> [PlayerType] {
    types.filter { type in
      players[type].map { entry.clip == nil || $0.capabilities.contains(.clip) } ?? false
    }
  }
}

// MARK: - Players

extension QueueStateMachine {
  /// Adds a player for a type, replacing an earlier one: it gets the next load. The earlier one
  /// keeps playing its current track.
  package mutating func add(
    _ player: PlayerRef,
    for type: PlayerType,
    group: GaplessGroup?,
    capabilities: PlayerCapabilities = .all,
    checksNetwork: Bool = false,
    settings: OutputSettings = OutputSettings(),
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      let old = machine.players[type]
      let new = Registration(
        ref: player,
        type: type,
        group: group,
        capabilities: capabilities,
        checksNetwork: checksNetwork
      )
      guard old != new else { return }
      machine.players[type] = new
      machine.applied = machine.applied.filter { machine.knows($0.key) }
      if machine.applied[player] == nil { machine.applied[player] = settings }
      machine.cancelPreload(of: old, &turn)
      if let old, machine.attempt?.stage == .awaitingRelease(old) { machine.chooseAgain(&turn) }
    }
  }

  /// Removes a player. If a player of this type is playing, its track fails as `noPlayer`.
  package mutating func removePlayer(for type: PlayerType, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      guard let removed = machine.players.removeValue(forKey: type) else { return }
      machine.cancelPreload(of: removed, &turn)
      if machine.activeLoads.last?.player.type == type { machine.release(&turn) }
      switch machine.attempt?.stage {
      case .on(let player, _) where player.type == type,
        .awaitingRelease(let player) where player.type == type:
        guard let track = machine.queue.currentEntry?.track else { return }
        let error = PlayerError(.noPlayer, "The player of this track was removed.")
        machine.fail(error.attributed(to: track, playerType: type), followedBy: nil, &turn)
      case .on, .awaitingRelease, .choosing, .debouncing, .retrying, .checkingNetwork, nil:
        break
      }
    }
  }

  private mutating func cancelPreload(of player: Registration?, _ turn: inout QueueTransaction) {
    if let player, preload?.handover?.player == player { cancelPreload(&turn) }
  }
}
