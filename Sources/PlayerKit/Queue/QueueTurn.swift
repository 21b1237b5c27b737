/// Gathers what one input causes, so that observers hear of a turn as a whole: a state of playback that
/// came and went within it is not told, a track and its failure are.
struct QueueTurn {
  let now: MonotonicInstant
  private let before: QueuePlayerStatus
  /// Transitions and failures, in the order in which they happened.
  private var story: [QueueChange] = []
  private var lastEntry: QueueEntry?
  private var jump: PlaybackChange?
  private var seekCompleted: PlaybackChange?
  private var end: QueueEndReason?
  private var isEdited = false
  var commands: [QueueCommand] = []

  init(before: QueuePlayerStatus, now: MonotonicInstant) {
    self.before = before
    lastEntry = before.currentEntry
    self.now = now
  }

  mutating func note(_ reason: TransitionReason, to entry: QueueEntry?) {
    story.append(.transition(QueueTransition(from: lastEntry, to: entry, reason: reason)))
    lastEntry = entry
  }

  mutating func note(_ failure: QueueFailure) {
    story.append(.failed(failure))
  }

  mutating func noteEnd(_ reason: QueueEndReason) {
    end = reason
  }

  mutating func noteEdit() {
    isEdited = true
  }

  /// Keeps of a step of the playback machine what cannot be seen from the status alone.
  mutating func note(_ changes: [PlaybackChange]) {
    for change in changes {
      switch change {
      case .discontinuity: jump = change
      case .seekCompleted: seekCompleted = change
      case .track, .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration, .settings,
        .failed,
        .ended:
        break
      }
    }
  }

  func step(after: QueuePlayerStatus) -> QueueStep {
    var changes: [QueueChange] = isEdited ? [.edited(after.queue)] : []
    if before.queue.repeatMode != after.queue.repeatMode {
      changes.append(.repeatMode(after.queue.repeatMode))
    }
    if before.queue.isShuffled != after.queue.isShuffled {
      changes.append(.shuffle(after.queue.isShuffled))
    }
    if before.stopsAfterCurrent != after.stopsAfterCurrent {
      changes.append(.stopsAfterCurrent(after.stopsAfterCurrent))
    }
    if before.sleepTimer != after.sleepTimer { changes.append(.sleepTimer(after.sleepTimer)) }
    changes += story
    let seen = PlaybackChange.between(
      before.playback,
      after.playback,
      now: now,
      transition: nil,
      jump: nil
    )
    for change in [jump].compactMap(\.self) + seen + [seekCompleted].compactMap(\.self) {
      switch change {
      case .track, .failed, .ended: break
      case .discontinuity, .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration,
        .settings,
        .seekCompleted:
        changes.append(.playback(change))
      }
    }
    if let end { changes.append(.ended(end)) }
    return QueueStep(changes: changes, commands: commands)
  }
}

extension QueueStateMachine {
  /// Runs one input: what it does, then what always follows, then what is told of it.
  mutating func turn(
    _ now: MonotonicInstant,
    _ body: (inout QueueStateMachine, inout QueueTurn) -> Void
  ) -> QueueStep {
    var turn = QueueTurn(before: status, now: now)
    body(&self, &turn)
    notePause(at: now)
    // Paused or interrupted, it may stand still.
    if !playback.status.isPlaying { attempt?.answerDue = nil }
    renewPreload(&turn)
    // Nothing sounds that nobody wants, such as the track before one that has no player.
    if attempt == nil { release(&turn) }
    return turn.step(after: status)
  }

  /// Runs a step of the playback machine, and carries its commands to the player.
  mutating func step(
    _ turn: inout QueueTurn,
    _ body: (inout PlaybackStateMachine, MonotonicInstant) -> PlaybackStep
  ) {
    let step = body(&playback, turn.now)
    turn.note(step.changes)
    for command in step.commands { carry(command, &turn) }
  }

  private mutating func carry(_ command: PlaybackCommand, _ turn: inout QueueTurn) {
    switch command {
    case .resolve(let load, let track, _):
      guard attempt?.stage == .choosing else { return }
      turn.commands.append(.choose(load, track))
    case .open(let load, let track, let clip, let position, let isPlaying):
      guard let player = attempt?.player else { return }
      holding = Holding(player: player, load: load)
      turn.commands.append(.change(player, playback.status.audibleSettings))
      turn.commands.append(
        .prepare(player, load, track, clip: clip, at: position, isPlaying: isPlaying)
      )
    case .beginPreloaded:
      break  // what the queue itself commands
    case .setPlaying(let isPlaying, let load):
      guard let player = attempt?.player else { return }
      turn.commands.append(.control(player, .setPlaying(isPlaying), load))
    case .seek(let position, let id, let load):
      guard let player = attempt?.player else { return }
      turn.commands.append(.control(player, .seek(position, id), load))
    case .measure(let load):
      guard let player = attempt?.player else { return }
      turn.commands.append(.control(player, .measure, load))
    case .release:
      release(&turn)
    case .apply(let settings):
      guard let player = holding?.player else { return }
      turn.commands.append(.change(player, settings))
    }
  }

  /// Asks whichever player has a load to give it back.
  mutating func release(_ turn: inout QueueTurn) {
    guard var held = holding, held.deadline == nil else { return }
    held.deadline = turn.now + configuration.releaseTimeout
    holding = held
    turn.commands.append(.control(held.player, .unload, held.load))
  }
}
