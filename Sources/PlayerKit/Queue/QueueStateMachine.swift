import PlayerKitSystem

/// The state machine of a queue: pure, one input at a time.
///
/// It holds the entries and the playback machine of the current one, and tracks which player has
/// which load. `Documentation/StateMachines.md` describes each input.
package struct QueueStateMachine: Sendable {
  package typealias Configuration = QueuePlayer.Configuration

  package internal(set) var queue: PlayQueue
  /// Whether the queue stops after the current entry, once.
  package internal(set) var stopsAfterCurrent = false
  package internal(set) var sleepTimer: SleepTimer?
  /// When the sleep timer's fade continues, or is undone after the pause.
  var fadeStepAt: MonotonicInstant?
  package internal(set) var history: PlayHistory
  /// The wall-clock date of the clock's origin, as currently known.
  package var dateOfOrigin = Date(timeIntervalSince1970: 0)
  var playback: PlaybackStateMachine
  var players: [PlayerType: Registration] = [:]
  var activity = Activity.idle(nil)
  /// The loads that players have, in the order in which they got them. The last one is current;
  /// those before it are being released.
  var activeLoads: [ActiveLoad] = []
  /// The settings of each player.
  var applied: [PlayerRef: OutputSettings] = [:]
  var preload: Preload?
  /// The latest burst of commands that went to another entry.
  var skips: SkipDebouncer?
  /// When to prepare the next entry.
  var preparesAt: MonotonicInstant?
  /// Since when the loaded track has been paused or suppressed.
  var pausedSince: MonotonicInstant?
  var failures = 0 { didSet { if failures == 0 { expansions = 0 } } }
  /// The number of consecutive entries that turned out to be lists, since the last reset of
  /// `failures`.
  var expansions = 0
  /// The rate of entries without their own rate.
  var defaultRate = 1.0
  /// The entry whose rate was applied last.
  var ratedEntry: EntryID?
  /// The source of more entries.
  var sourceState: SourceState?
  var lastQuestion = 0
  /// Which entries are inspected.
  package internal(set) var inspection = QueueInspection.window
  /// The inspector and its progress; `nil` if there is no inspector.
  var inspectionState: InspectionState?
  var lastInspection = 0
  /// The chapters and lyric lines of the loaded track, once it is open.
  var timeline: Timeline?
  var lyricsSearch = LyricsSearch()
  /// The last entry when the queue reported that its end is near; `nil` if it has not reported.
  var endReportedAt: EntryID?
  var ids: LoadIDIssuer
  /// The number of turns so far.
  package private(set) var turns = 0
  package var configuration: Configuration

  package init(
    ids: LoadIDIssuer,
    seed: UInt64,
    configuration: Configuration = Configuration()
  ) {
    history = PlayHistory(limit: configuration.historyLimit)
    self.ids = ids
    self.configuration = configuration.bounded
    playback = PlaybackStateMachine(ids: ids)
    queue = PlayQueue(seed: seed)
  }

  package var status: QueuePlayerStatus {
    QueuePlayerStatus(
      playback: playback.status,
      entries: queue,
      endReason: endReason,
      stopsAfterCurrent: stopsAfterCurrent,
      sleepTimer: sleepTimer,
      history: history,
      isAwaitingMore: isAwaitingMore,
      currentChapter: timeline?.chapterMarks.current,
      lyrics: lyrics,
      currentLine: currentLine,
      loadedChapters: timeline?.chapters
    )
  }
}

// MARK: - Activity

extension QueueStateMachine {
  var attempt: Attempt? {
    get { if case .loading(let attempt) = activity { attempt } else { nil } }
    set {
      // Optional chaining would set `nil`, too, if there is no attempt.
      if let newValue {
        activity = .loading(newValue)
      } else if attempt != nil {
        activity = .idle(nil)
      }
    }
  }

  package var endReason: QueueEndReason? {
    if case .idle(let reason) = activity { reason } else { nil }
  }

  /// Whether the queue reached its end and waits for its source.
  var isAwaitingMore: Bool {
    if case .awaitingMore = activity { true } else { false }
  }

  /// Whether the current entry has begun. If so, another entry that becomes current also begins.
  var isEngaged: Bool {
    switch activity {
    case .loading, .awaitingMore, .idle(.finished), .idle(.failed): true
    case .idle(.stopped), .idle(.takenOver), .idle(.cleared), .idle(nil): false
    }
  }

  /// Whether the queue played to its end, and no command since then has changed that.
  var isPlayedOut: Bool {
    if case .idle(.finished) = activity { queue.isAtEnd } else { false }
  }

  /// Whether a command that goes on after the end should play. The end itself turns off
  /// `wantsToPlay`, which does not count here.
  var wantsToPlayAgain: Bool {
    let status = playback.status
    if status.wantsToPlay { return true }
    return endReason?.endsIntent == true && status.wantsToPlayReason == .endOfItem
  }

  /// Whether a player may still be commanded.
  package func knows(_ player: PlayerRef) -> Bool {
    activeLoads.contains { $0.player.ref == player } || attempt?.player?.ref == player
      || players.values.contains { $0.ref == player }
  }
}

// MARK: - Turns

extension QueueStateMachine {
  /// Runs one input, then everything that may depend on it, and then collects the events. Inputs
  /// without dependents are recorded without a turn.
  mutating func turn(
    _ now: MonotonicInstant,
    _ body: (inout QueueStateMachine, inout QueueTransaction) -> Void
  ) -> QueueEffects {
    var turn = QueueTransaction(before: status, now: now)
    turns += 1
    body(&self, &turn)
    // If the output or the network is missing, retries at once when playing is wanted again.
    if attempt?.lacks != nil { retryIfDue(&turn) }
    continueWithMore(&turn)
    applyRate(&turn)
    fadeToSleep(&turn)
    recordPause(at: now)
    let isPlaying = playback.status.isPlaying
    attempt?.recordSound(isPlaying: isPlaying, at: now)
    renewPreload(&turn)
    // Stops unwanted sound, such as the previous track if the current one has no player.
    if attempt == nil { release(&turn) }
    reportEndNear(&turn)
    requestMore(&turn)
    inspect(&turn)
    searchLyrics(&turn)
    followTimeline(&turn)
    return turn.effects(after: status)
  }

  /// Runs a step of the playback machine and forwards its commands to the player.
  mutating func step(
    _ turn: inout QueueTransaction,
    _ body: (inout PlaybackStateMachine, MonotonicInstant) -> PlaybackEffects
  ) {
    let effects = body(&playback, turn.now)
    turn.record(effects.changes)
    for command in effects.commands { carry(command, &turn) }
  }

  private mutating func carry(_ command: PlaybackCommand, _ turn: inout QueueTransaction) {
    switch command {
    case .open(let request, _):
      guard case .choosing = attempt?.stage else { return }
      turn.commands.append(.choose(request.id, request.track))
    case .preload, .beginPreloaded, .cancelPreload:
      break  // Commanded by the queue itself.
    case .setPlaying, .seek, .measure:
      guard let player = attempt?.player else { return }
      turn.commands.append(.command(player.ref, command))
    case .release:
      release(&turn)
    case .apply:
      if let player = activeLoads.last?.player { sendSettings(to: player.ref, &turn) }
    }
  }

  /// Asks every player to release its load.
  mutating func release(_ turn: inout QueueTransaction) {
    for index in activeLoads.indices where activeLoads[index].deadline == nil {
      activeLoads[index].deadline = turn.now + configuration.releaseTimeout
      let held = activeLoads[index]
      turn.commands.append(.command(held.player.ref, .release(held.load)))
    }
  }

  /// Records the transition to the current entry, and also its play if it begins.
  ///
  /// - Parameter position: The position where it begins.
  mutating func announce(
    _ reason: TransitionReason,
    at position: Duration,
    begins: Bool,
    _ turn: inout QueueTransaction
  ) {
    let left = playback.status.position(at: turn.now)
    turn.record(reason, to: queue.currentEntry, from: left, at: position)
    if begins { recordPlay(reason, at: turn.now) }
  }

  /// Records the current entry as begun.
  mutating func recordPlay(_ reason: TransitionReason, at now: MonotonicInstant) {
    guard let entry = queue.currentEntry else { return }
    let date = dateOfOrigin.addingTimeInterval(now.sinceOrigin / .seconds(1))
    history.add(PlayHistory.Record(entry: entry, reason: reason, date: date))
  }

  /// Returns the position where an entry begins if it is reached for this reason. A repetition
  /// begins at zero.
  func beginning(of entry: EntryID?, _ reason: TransitionReason) -> Duration {
    reason == .repeat ? .zero : entry.flatMap { queue[$0] }?.item.startPosition ?? .zero
  }

  /// Applies the rate of a newly current entry. Part of every turn.
  private mutating func applyRate(_ turn: inout QueueTransaction) {
    guard queue.current != ratedEntry else { return }
    ratedEntry = queue.current
    let rate = queue.currentEntry?.item.rate ?? defaultRate
    step(&turn) { $0.change(.rate(rate), reason: .entry, now: $1) }
  }

  /// Returns the rate at which an entry starts if it follows the current one; `nil` if the rate
  /// does not change.
  func rate(of next: QueueEntry) -> Double? {
    guard next.id != queue.current else { return nil }
    return next.item.rate ?? (queue.currentEntry?.item.rate == nil ? nil : defaultRate)
  }
}
