// How an entry gets to a player.
extension QueueEntry {
  /// What the playback machine shows.
  var playbackItem: PlaybackItem { PlaybackItem(track, clip: clip) }
}

extension QueueStateMachine {
  /// A player, and the type that it was added for.
  struct Registration: Sendable, Equatable {
    let ref: PlayerRef
    let type: PlayerType
    let group: GaplessGroup?
    let capabilities: PlayerCapabilities
    /// Whether its backend can check the network.
    let checksNetwork: Bool
  }

  /// What the queue does.
  enum Activity: Sendable {
    /// Nothing is loaded; after an end, with its reason.
    case idle(QueueEndReason?)
    /// The queue came to its end, and continues as soon as its source has more.
    case awaitingMore
    /// The current entry is on its way to a player, or plays.
    case loading(Attempt)
  }

  /// The current entry's way to a player.
  struct Attempt: Sendable {
    /// Which player types are tried.
    enum Candidates: Sendable, Hashable {
      /// All that the track names now.
      case all
      /// Those that are left, since an earlier one failed.
      case remaining([PlayerType])
      /// All; where the first leads to the player that has the preload, the preload begins.
      case preloaded
    }

    /// How certain it is that the player has the load.
    enum LoadConfirmation: Sendable, Hashable {
      /// It began from a preload, and its player has not said yet that it has it.
      case unconfirmed
      case confirmed
      /// The track is past its end, and its player was asked where it is. It answers by this time.
      case asked(until: MonotonicInstant)
    }

    enum Stage: Sendable, Equatable {
      /// The track's player types are being read.
      case choosing(Candidates)
      /// Another player has still to fall silent.
      case awaitingRelease(Registration)
      case on(Registration, LoadConfirmation)
      /// One of a burst of commands chose it; it is opened if none has come by this time.
      case debouncing(until: MonotonicInstant)
      /// The last try failed; the next one comes at this time.
      case retrying(at: MonotonicInstant)
      /// It failed so, and it is being found out whether the network is gone, until this time.
      case checkingNetwork(PlayerError, until: MonotonicInstant)
    }

    let load: LoadID
    var stage: Stage
    /// How it stands to its neighbors, as far as was known when its player was chosen.
    var album = AlbumContext()
    /// Types to try if this one fails.
    var alternatives: [PlayerType] = []
    var retries = 0
    /// How often it was put off in a row because the network or the output is missing.
    var holds = 0
    /// Which of them is missing; `nil` once it can sound.
    var lacks: SuppressionReason?
    /// Where an earlier player type failed, until this one has found that place, or its beginning.
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

    /// For how long it was heard.
    func heard(at now: MonotonicInstant) -> Duration {
      heard + max(.zero, soundsSince.map { now - $0 } ?? .zero)
    }

    /// Adds up for how long it is heard. What is paused or interrupted may stand still.
    mutating func recordSound(isPlaying: Bool, at now: MonotonicInstant) {
      heard = heard(at: now)
      soundsSince = isPlaying ? now : nil
      if !isPlaying, case .asked = confirmation { confirmation = .confirmed }
    }
  }

  /// The load that a player has, or has still to give back.
  struct ActiveLoad: Sendable, Equatable {
    let player: Registration
    let load: LoadID
    /// When to continue without its word; set while it is to give the load back.
    var deadline: MonotonicInstant?
  }

  /// Begins to load the current entry.
  ///
  /// - Parameter position: where it begins; `nil`: where its item says.
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

  /// The player types of a track, as it names them now.
  ///
  /// - Parameter album: how the track stands to its neighbors.
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
        : PlayerError(.unsupportedClip, "No player of this track can play a part of it.")
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

  /// Opens the attempt where no other player is in the way, with all that was commanded meanwhile.
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

  /// A player gets the track: it takes over the settings, as far as it can.
  mutating func applySettings(to player: Registration, _ turn: inout QueueTransaction) {
    step(&turn) { $0.setCapabilities(player.capabilities, now: $1) }
    sendSettings(to: player.ref, &turn)
  }

  /// Has a player take over the settings that are heard, where it has others.
  mutating func sendSettings(to player: PlayerRef, _ turn: inout QueueTransaction) {
    let settings = playback.status.audibleSettings
    guard applied[player, default: OutputSettings()] != settings else { return }
    applied[player] = settings
    turn.commands.append(.command(player, .apply(settings)))
  }

  /// A player has a load. What it had before it gives back by itself.
  mutating func hold(_ load: LoadID, on player: Registration, _ turn: QueueTransaction) {
    for index in activeLoads.indices where activeLoads[index].player.ref == player.ref {
      activeLoads[index].deadline =
        activeLoads[index].deadline ?? turn.now + configuration.releaseTimeout
    }
    activeLoads.append(ActiveLoad(player: player, load: load))
  }

  /// Whether something may sound that a player can't end by beginning itself: what another player
  /// has that shares no engine with it.
  private func mustWait(_ player: Registration) -> Bool {
    activeLoads.contains { held in
      held.player.ref != player.ref && (player.group == nil || player.group != held.player.group)
    }
  }

  /// A player that was in the way is silent, or has had its time.
  mutating func released(_ load: LoadID, _ turn: inout QueueTransaction) {
    activeLoads.removeAll { $0.load == load }
    guard case .awaitingRelease(let player) = attempt?.stage, !mustWait(player) else { return }
    attempt?.stage = .on(player, .confirmed)
    openIfFree(&turn)
  }

  /// The player types that can play an entry, with its clip if it has one.
  func able(_ types: [PlayerType], _ entry: QueueEntry) -> [PlayerType] {
    types.filter { type in
      players[type].map { entry.clip == nil || $0.capabilities.contains(.clip) } ?? false
    }
  }
}

// MARK: - Players

extension QueueStateMachine {
  /// Adds a player for a type, in place of an earlier one: it takes the next load. What the earlier
  /// one plays, it plays on.
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

  /// Takes a player out. What a player of this type plays fails as `noPlayer`.
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
