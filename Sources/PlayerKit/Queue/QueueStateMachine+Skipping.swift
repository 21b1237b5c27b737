/// A burst of commands that go to another entry, each within the debounce interval of the last.
struct SkipDebouncer: Sendable, Equatable {
  /// A burst is over after it has been silent for this multiple of its longest pause, but at least
  /// for `shortest`.
  private static let quietFactor = 3
  private static let shortest = Duration.milliseconds(30)

  /// The time of its last command.
  private let last: MonotonicInstant
  /// The longest pause between two commands; `nil` if there was only one.
  private let pace: Duration?
  /// When to open the entry that the burst led to; `nil` after that.
  private(set) var end: MonotonicInstant?

  /// Records a command, as part of this burst or of a new one.
  ///
  /// - Parameter longest: The time without a command after which a burst is over, regardless of its
  ///   pace.
  init(_ now: MonotonicInstant, after skips: SkipDebouncer?, longest: Duration) {
    last = now
    let gap = skips.map { now - $0.last } ?? longest
    pace = gap < longest ? max(skips?.pace ?? .zero, gap) : nil
    end = now + (pace.map { min(max($0 * Self.quietFactor, Self.shortest), longest) } ?? longest)
  }

  /// Whether the burst has several commands.
  var hasSeveral: Bool { pace != nil }

  mutating func settle() { end = nil }
}

// Going to another entry on command: at once if it is prepared, and only once for a burst of
// commands.
extension QueueStateMachine {
  /// When the current burst counts as over.
  var skipsEndAt: MonotonicInstant? { skips?.end }

  /// Begins the entry that a command made current, replacing the current load.
  ///
  /// The first of several such commands begins its entry at once. Each further one within
  /// `debounce` of the last silences playback and opens nothing, until none has come for three
  /// times the longest pause between them. So a burst loads two entries, its first and its last. A
  /// burst that slows down may load one in between.
  ///
  /// - Parameter position: The position where the entry begins; `nil` for the start position of its
  ///   item.
  mutating func skip(
    at position: Duration? = nil,
    wantsToPlay: Bool? = nil,
    reason: TransitionReason = .userSelected,
    _ turn: inout QueueTransaction
  ) {
    skips =
      configuration.debounce > .zero
      ? SkipDebouncer(turn.now, after: skips, longest: configuration.debounce) : nil
    let skipsEnd = skips.flatMap { $0.hasSeveral ? $0.end : nil }
    let position = position ?? beginning(of: queue.current, reason)
    announce(reason, at: position, begins: skipsEnd == nil, &turn)
    var stage = Attempt.Stage.choosing(.all)
    if let skipsEnd {
      release(&turn)
      stage = .debouncing(until: skipsEnd)
    } else if position <= .zero, preload?.entry == queue.current, preload?.handover != nil {
      // The track's types are read again; if they are unchanged, the preload begins.
      stage = .choosing(.preloaded)
    }
    start(at: position, wantsToPlay: wantsToPlay, reason: reason, stage: stage, &turn)
  }

  /// Begins the preload, now that a player has been chosen for the current entry.
  ///
  /// - Returns: `false` if another entry was preloaded, or if it should begin at another position.
  mutating func beginPrepared(on player: Registration, _ turn: inout QueueTransaction) -> Bool {
    guard preload?.handover?.player == player, let media = playback.status.activeMedia,
      media.position <= .zero, media.seek == nil
    else { return false }
    return beginPreloaded(reason: .userSelected, &turn)
  }

  /// Opens the entry that a burst of commands led to.
  mutating func endSkips(_ turn: inout QueueTransaction) {
    guard let deadline = skipsEndAt, deadline <= turn.now else { return }
    skips?.settle()
    guard case .debouncing = attempt?.stage else { return }
    recordPlay(.userSelected, at: turn.now)
    chooseAgain(&turn)
  }

  /// Requests the track's player types for the attempt that waited.
  mutating func chooseAgain(_ turn: inout QueueTransaction) {
    guard let load = attempt?.load, let track = queue.currentEntry?.track else { return }
    attempt?.stage = .choosing(.all)
    turn.commands.append(.choose(load, track))
  }

  /// Begins the current entry from the preload.
  ///
  /// - Returns: `false` if there is none, or if it is for another entry.
  mutating func beginPreloaded(
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) -> Bool {
    guard let next = preload, next.entry == queue.current, let handover = next.handover else {
      return false
    }
    // Changes were sent to the player earlier.
    applySettings(to: handover.player, &turn)
    turn.commands.append(
      .command(
        handover.player.ref,
        .beginPreloaded(next.load, after: handover.follows, isPlaying: playback.status.maySound)
      )
    )
    let anchor = handover.anchor
    adopt(
      next,
      handover,
      anchor == nil ? .unconfirmed : .confirmed,
      anchor: anchor,
      isHeard: anchor != nil,
      reason: reason,
      &turn
    )
    return true
  }
}
