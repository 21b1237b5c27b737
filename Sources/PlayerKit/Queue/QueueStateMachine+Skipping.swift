/// Commands that go to another entry, each within the debounce of the one before.
struct SkipDebouncer: Sendable, Equatable {
  /// How many times its own longest pause a burst is silent until it counts as over, and how long
  /// at least.
  private static let quietFactor = 3
  private static let shortest = Duration.milliseconds(30)

  /// When its last command came.
  private let last: MonotonicInstant
  /// The longest time between two of them; `nil`: there was one only.
  private let pace: Duration?
  /// When what it has come to is opened; `nil`: that was done.
  private(set) var end: MonotonicInstant?

  /// A command at a time, of this burst or of a new one.
  ///
  /// - Parameter longest: after which time without a command a burst is over, whatever its pace.
  init(_ now: MonotonicInstant, after skips: SkipDebouncer?, longest: Duration) {
    last = now
    let gap = skips.map { now - $0.last } ?? longest
    pace = gap < longest ? max(skips?.pace ?? .zero, gap) : nil
    end = now + (pace.map { min(max($0 * Self.quietFactor, Self.shortest), longest) } ?? longest)
  }

  /// Whether its last command came shortly after another.
  var hasSeveral: Bool { pace != nil }

  mutating func settle() { end = nil }
}

// Going to another entry on command: at once where that is prepared, and once for many commands.
extension QueueStateMachine {
  /// When the burst of commands that is under way counts as over.
  var skipsEndAt: MonotonicInstant? { skips?.end }

  /// Begins the entry that a command made current, in place of what plays.
  ///
  /// The first of several such commands begins its entry at once. Those that follow within
  /// `debounce` of another let nothing sound and open nothing, until none has come for three times
  /// the longest pause between them. So a burst of them loads two entries, its first and its last.
  /// One that slows down may load one between.
  ///
  /// - Parameter position: where it begins; `nil`: where its item says.
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
      // The track's types are read anew; where they still say the same, what is prepared begins.
      stage = .choosing(.preloaded)
    }
    start(at: position, wantsToPlay: wantsToPlay, reason: reason, stage: stage, &turn)
  }

  /// Begins what was handed over ahead of time, now that a player was chosen for the current entry.
  ///
  /// - Returns: false where that is not what was prepared, or it is to begin elsewhere.
  mutating func beginPrepared(on player: Registration, _ turn: inout QueueTransaction) -> Bool {
    guard preload?.handover?.player == player, let media = playback.status.activeMedia,
      media.position <= .zero, media.seek == nil
    else { return false }
    return beginPreloaded(reason: .userSelected, &turn)
  }

  /// Opens what a burst of commands has come to.
  mutating func endSkips(_ turn: inout QueueTransaction) {
    guard let deadline = skipsEndAt, deadline <= turn.now else { return }
    skips?.settle()
    guard case .debouncing = attempt?.stage else { return }
    recordPlay(.userSelected, at: turn.now)
    chooseAgain(&turn)
  }

  /// Has the track's player types read for the attempt that waited.
  mutating func chooseAgain(_ turn: inout QueueTransaction) {
    guard let load = attempt?.load, let track = queue.currentEntry?.track else { return }
    attempt?.stage = .choosing(.all)
    turn.commands.append(.choose(load, track))
  }

  /// Begins the current entry from what was handed over ahead of time.
  ///
  /// - Returns: false where nothing was, or of another entry.
  mutating func beginPreloaded(
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) -> Bool {
    guard let next = preload, next.entry == queue.current, let handover = next.handover else {
      return false
    }
    // Changes went to the player before.
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
