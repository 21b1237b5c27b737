// Commands of the app.
extension QueuePlayer {
  /// Plays the current entry, or resumes it. After a failure it begins at the position of the
  /// failure. If the last entry failed and entries were added since, it plays the first added one;
  /// ``retry()`` still tries the failed one. Under ``ErrorPolicy/stop`` it tries the failed one,
  /// too.
  ///
  /// After the end of the queue it plays the entry that was added after the last one. If there is
  /// none, it begins with the first in play order; while shuffled, with a new order. After a
  /// ``seek(to:)`` at the end it continues there.
  ///
  /// While the queue waits for its ``source``, it keeps waiting and then plays the new entries.
  ///
  /// With an empty queue it only sets ``PlayerStatus/wantsToPlay``: the first added entry begins at
  /// once. It asks the source, if there is one; if the source has nothing, playing is no longer
  /// wanted. The same happens on ``pause()``, ``stop()`` and ``removeAll()``. A second call has no
  /// effect.
  public func play() {
    turn { $0.machine.play(now: $1) }
  }

  /// Pauses if playing is wanted, even while the queue waits for its ``source``. Otherwise, or if
  /// the current entry has failed or was stopped, it plays.
  public func togglePlayPause() {
    turn { $0.machine.togglePlayPause(now: $1) }
  }

  /// Goes to an entry at once and plays it.
  ///
  /// While shuffled, the entry moves to the place after the current one in play order. So nothing
  /// is skipped: all entries that were not played in this lap are still to come, in unchanged
  /// order. After the end of the queue it begins a new lap.
  ///
  /// - Parameter entry: The entry, which must be in the queue.
  /// - Parameter position: The position to begin at; `nil` for the start position of its item.
  /// - Throws: ``QueueError/unknownEntry(_:)`` if the entry is not in the queue.
  public func play(_ entry: EntryID, at position: Duration? = nil) throws(QueueError) {
    try turn { (state, now) throws(QueueError) in
      try state.machine.play(entry, at: position, now: now)
    }
  }

  /// Goes to an entry as `play(_:at:)` does, but keeps the shuffled order, for remote controls
  /// that go forward and back by themselves.
  package func playInPlace(_ entry: EntryID) throws(QueueError) {
    try turn { (state, now) throws(QueueError) in
      try state.machine.play(entry, isMoved: false, now: now)
    }
  }

  /// Goes to an entry of this queue at once and plays it, as with its identity.
  ///
  /// - Parameter entry: The entry, which must be in the queue.
  /// - Parameter position: The position to begin at; `nil` for the start position of its item.
  /// - Throws: ``QueueError/unknownEntry(_:)`` if the entry is no longer in the queue.
  public func play(_ entry: QueueEntry, at position: Duration? = nil) throws(QueueError) {
    try play(entry.id, at: position)
  }

  /// Replaces the queue with one track or item and plays it. All other entries are removed; the
  /// modes stay.
  ///
  /// To keep the other entries, add the track with `playNext(_:)` and play the entry that it
  /// returns. A second call begins the track again, as a new entry.
  ///
  /// - Parameter item: The track or item.
  /// - Parameter position: The position to begin at; `nil` for the start position of the item.
  /// - Returns: The new entry.
  @discardableResult
  public func play(_ item: some QueueItemConvertible, at position: Duration? = nil) -> EntryID {
    let item = item.queueItem
    return runTurn { state, now in
      var edited = state.machine.queue
      edited.removeAll()
      let entry = edited.append(item)
      return (state.machine.replaceQueue(by: edited, at: position, plays: true, now: now), entry)
    }
  }

  /// Pauses, or keeps a loading track paused. A second call, or one with nothing loaded, has no
  /// further effect.
  public func pause() {
    turn { $0.machine.pause(now: $1) }
  }

  /// Pauses for a given reason; see ``PlaybackControls/pause(reason:)``.
  public func pause(reason: WantsToPlayReason) {
    turn { $0.machine.pause(reason: reason, now: $1) }
  }

  /// Retries the failed entry at the same position, with current information from its services,
  /// beginning with its first player type. It plays if playing is wanted, or was until the queue
  /// ended. If the queue waits for an automatic retry, the retry happens at once, and its count
  /// starts again. Has no effect if the current entry has not failed.
  public func retry() {
    turn { $0.machine.retry(now: $1) }
  }

  /// Loads the current entry without starting to play. Has no effect if the entry is loaded, or at
  /// the end of the queue, where ``play()`` begins with another entry.
  public func prepare() {
    turn { $0.machine.prepare(now: $1) }
  }

  /// Seeks in the current entry, even before it is loaded; see ``PlaybackControls/seek(to:)``.
  public func seek(to position: Duration) {
    turn { $0.machine.seek(to: position, now: $1) }
  }

  /// Goes to the next entry in play order at once. Has no effect at the end, unless the queue
  /// repeats all entries. If an entry was added after the end of the queue, plays that entry.
  public func next() {
    turn { $0.machine.next(now: $1) }
  }

  /// Restarts the track if the position is past the configured threshold; otherwise goes to the
  /// previous entry in play order. At the first entry it restarts. A track without seeking, such as
  /// a live stream, never restarts; the queue goes to the previous entry instead. After the end of
  /// the queue it plays the last entry again.
  public func previous() {
    turn { $0.machine.previous(now: $1) }
  }

  /// Falls silent and unloads the track; entry, position and duration stay for ``play()``. With
  /// nothing loaded, playing is merely no longer wanted.
  public func stop() {
    turn { $0.machine.stop(now: $1) }
  }

  /// Changes an output setting, for this track and later ones, on all players. If the current entry
  /// has its own rate (``QueueItem/rate``), a new rate applies until the queue leaves the entry.
  public func change(_ change: OutputChange) {
    turn { $0.machine.change(change, now: $1) }
  }

  /// The repeat mode.
  public var repeatMode: RepeatMode {
    get { entries.repeatMode }
    set { turn { $0.machine.setRepeatMode(newValue, now: $1) } }
  }

  /// Whether the play order is shuffled. Turning it on puts the current entry first. Turning it off
  /// restores the base order, and the current entry stays. While it is on, picking an entry with
  /// `play(_:at:)` skips nothing.
  public var isShuffled: Bool {
    get { entries.isShuffled }
    set { shuffle(newValue) }
  }

  /// Whether playback stops when the current track ends or fails. It applies once and then turns
  /// itself off. Playing is then no longer wanted (``WantsToPlayReason/endOfItem``), and the entry
  /// stays current: ``play()`` begins it again, ``next()`` goes to the following one. After the
  /// last entry, the queue ends.
  ///
  /// A command that goes to another entry leaves it on for that entry. ``QueuePlayerStatus``
  /// includes it.
  public var stopsAfterCurrent: Bool {
    get { status.stopsAfterCurrent }
    set { turn { $0.machine.setStopsAfterCurrent(newValue, now: $1) } }
  }

  /// Erases the history, including the beginning of the current track:
  /// ``QueuePlayerStatus/history`` is empty afterwards. The queue itself stays. A
  /// ``QueuePersister`` also erases the stored history, within its write interval; call
  /// ``QueuePersister/eraseHistory()`` to know when it is done. Has no effect if nothing was played
  /// since the last call.
  public func eraseHistory() {
    turn { $0.machine.eraseHistory(now: $1) }
  }

  /// The policy for failed tracks. Applies from the next failure on.
  public var errorPolicy: ErrorPolicy {
    get { state.withLock(\.machine.configuration.errorPolicy) }
    set { state.withLock { $0.machine.configuration.errorPolicy = newValue } }
  }
}

// MARK: - The sleep timer

extension QueuePlayer {
  /// The timer that pauses playback by itself; `nil`, the default, for none.
  ///
  /// ```swift
  /// queue.sleepTimer = .after(.seconds(1800), fadingOut: .seconds(10))
  /// ```
  ///
  /// The time is clock time, not track time: it runs while paused, and across tracks. When it has
  /// passed, the queue pauses at once. Playing is then no longer wanted
  /// (``WantsToPlayReason/sleepTimer``), and the timer is gone; ``play()`` continues where it
  /// paused. If playing is not wanted at that time, only the timer goes.
  ///
  /// A fade lowers the sound in steps of 250 ms (``PlaybackControls/ducking``). The user's volume
  /// stays. The sound is restored 250 ms after the pause, or at once if the timer is canceled or
  /// replaced, or ``play()`` is called.
  ///
  /// ``SleepTimer/endOfTrack`` pauses when the current track ends or fails. A command that goes to
  /// another entry leaves the timer on for that entry. The entry stays current: ``play()`` begins
  /// it again, ``next()`` goes to the following one.
  public var sleepTimer: SleepTimer? {
    get { status.sleepTimer }
    set { turn { $0.machine.setSleepTimer(newValue, now: $1) } }
  }
}

// MARK: - The source

extension QueuePlayer {
  /// The number of upcoming entries, in play order, at which the queue reports that it will end
  /// (``QueueChange/willEnd(remaining:)``) and asks its ``source``; at least 0. It can be set at
  /// any time.
  public var endLookAhead: Int {
    get { state.withLock(\.machine.configuration.endLookAhead) }
    set { turn { $0.machine.setEndLookAhead(newValue, now: $1) } }
  }

  /// A source that makes the queue endless: the queue asks it for more entries when the end comes
  /// near. `nil`, the default, for none.
  ///
  /// The queue asks while music plays, or loads to play, and at most ``endLookAhead`` entries are
  /// upcoming. It never asks under ``RepeatMode/all``, or while paused or suppressed. An empty
  /// queue asks once ``play()`` is called, and playback begins with the first new entry. The
  /// entries are appended as one edit.
  ///
  /// If the queue reaches its end first, it reports no end. It asks at once, unless a question is
  /// open, and continues by itself with the answer (``TransitionReason/auto``). Meanwhile
  /// ``QueuePlayerStatus/isAwaitingMore`` is true. The queue ends (``QueueEndReason/finished``) if
  /// the source returns nothing, throws, or does not answer in time. Entries appended meanwhile
  /// play at once; ``stop()`` ends the wait.
  ///
  /// Setting a source again cancels and discards open questions.
  public var source: (any QueueSource)? {
    get { state.withLock(\.machine.sourceState?.source) }
    set { turn { $0.machine.setSource(newValue, now: $1) } }
  }
}

// MARK: - Interruptions

extension QueuePlayer {
  /// Silences playback of this track and later ones; see
  /// ``PlaybackControls/beginInterruption(_:)``.
  public func beginInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.beginInterruption(reason, now: $1) }
  }

  /// Ends an interruption; see ``PlaybackControls/endInterruption(_:)``.
  public func endInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.endInterruption(reason, now: $1) }
  }

  /// Lowers the sound of this track and later ones, on all players; see
  /// ``PlaybackControls/beginDucking(to:for:)``.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    turn { $0.machine.duck(to: factor, for: reason, now: $1) }
  }

  /// Ends the ducking for a reason; see ``PlaybackControls/endDucking(for:)``.
  public func endDucking(for reason: SuppressionReason) {
    turn { $0.machine.duck(to: nil, for: reason, now: $1) }
  }
}
