// What the app commands.
extension QueuePlayer {
  /// Plays the current entry, or resumes it. After a failure it begins at the position where that
  /// happened. If the last entry failed, and entries were added since, it plays the first of those;
  /// ``retry()`` still tries the failed one. Under ``ErrorPolicy/stop`` it tries the failed one,
  /// too.
  ///
  /// After the end of the queue it plays the entry that was added after the last one. If there is
  /// none, it begins with the first in play order; while shuffled, the order is drawn again. After
  /// a ``seek(to:)`` at the end it goes on there.
  ///
  /// While the queue waits for its ``source`` it waits on, and plays what comes.
  ///
  /// With an empty queue it records the wish: the first entry that is added begins at once. It asks
  /// the source, if there is one; if that has nothing, the wish is over. ``pause()``, ``stop()``
  /// and ``removeAll()`` take the wish back. A second call has no effect.
  public func play() {
    turn { $0.machine.play(now: $1) }
  }

  /// Pauses if playing is wanted, also while the queue waits for its ``source``. It plays
  /// otherwise, and if the current entry has failed or was stopped.
  public func togglePlayPause() {
    turn { $0.machine.togglePlayPause(now: $1) }
  }

  /// Goes to an entry, at once, and plays it.
  ///
  /// While shuffled, the entry moves to the place after the current one in play order. So it skips
  /// nothing: all entries that were not played in this lap are still to come, in the order that
  /// they had. After the end of the queue it begins a new lap.
  ///
  /// - Parameter position: Where it begins; `nil` for the position that its item names.
  /// - Throws: ``QueueError/unknownEntry(_:)`` if the entry is not in the queue.
  public func play(_ entry: EntryID, at position: Duration? = nil) throws(QueueError) {
    try turn { (state, now) throws(QueueError) in
      try state.machine.play(entry, at: position, now: now)
    }
  }

  /// Goes to an entry as ``play(_:at:)`` does, but leaves the shuffled order: for remote controls
  /// that go forward and back by themselves.
  package func playInPlace(_ entry: EntryID) throws(QueueError) {
    try turn { (state, now) throws(QueueError) in
      try state.machine.play(entry, isMoved: false, now: now)
    }
  }

  /// Goes to an entry of this queue, at once, and plays it; the same as with its identity.
  ///
  /// - Parameter position: Where it begins; `nil` for the position that its item names.
  /// - Throws: ``QueueError/unknownEntry(_:)`` if the entry is no longer in the queue.
  public func play(_ entry: QueueEntry, at position: Duration? = nil) throws(QueueError) {
    try play(entry.id, at: position)
  }

  /// Replaces the queue with one track, or item, and plays it. All other entries are removed; the
  /// modes stay.
  ///
  /// To keep the other entries, add the track with ``playNext(_:)``, and then play the entry that
  /// this returns. A second call begins the track again, as a new entry.
  ///
  /// - Parameter position: Where it begins; `nil` for the position that the item names.
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

  /// Pauses, or stays paused once loaded. Called twice, or with nothing loaded: no further effect.
  public func pause() {
    turn { $0.machine.pause(now: $1) }
  }

  /// Pauses and says why; see ``PlaybackControls/pause(reason:)``.
  public func pause(reason: WantsToPlayReason) {
    turn { $0.machine.pause(reason: reason, now: $1) }
  }

  /// Tries again what failed: the same entry at the same position, with what its services say now,
  /// beginning with the first of its players. It plays if that is wanted, or was until the queue
  /// ended. If the queue waits to try again by itself, it does so at once, and its count starts
  /// again. It has no effect if the current entry has not failed.
  public func retry() {
    turn { $0.machine.retry(now: $1) }
  }

  /// Loads the current entry without starting to play. It has no effect if the entry is loaded, or
  /// at the end of the queue: ``play()`` begins with another entry then.
  public func prepare() {
    turn { $0.machine.prepare(now: $1) }
  }

  /// Goes to a position of the current entry, also before it is loaded; see
  /// ``PlaybackControls/seek(to:)``.
  public func seek(to position: Duration) {
    turn { $0.machine.seek(to: position, now: $1) }
  }

  /// Goes to the next entry in play order, at once. At the end it has no effect, unless all is
  /// repeated. If an entry was added after the end of the queue, it plays that.
  public func next() {
    turn { $0.machine.next(now: $1) }
  }

  /// Restarts the track, or, up to the configured position in it, goes to the previous entry in
  /// play order. At the first entry it restarts. What can't be sought, such as a live stream, does
  /// not restart: there it always goes to the entry before. After the end of the queue it plays the
  /// last entry again.
  public func previous() {
    turn { $0.machine.previous(now: $1) }
  }

  /// Falls silent and gives the track back; entry, position and duration stay for ``play()``. With
  /// nothing loaded it only takes back the wish to play.
  public func stop() {
    turn { $0.machine.stop(now: $1) }
  }

  /// Sets volume, mute or rate, for this track and later ones, whatever their players. Where the
  /// current entry has a rate of its own (``QueueItem/rate``), the rate is set until the queue
  /// leaves it.
  public func change(_ change: OutputChange) {
    turn { $0.machine.change(change, now: $1) }
  }

  /// What is repeated.
  public var repeatMode: RepeatMode {
    get { entries.repeatMode }
    set { turn { $0.machine.setRepeatMode(newValue, now: $1) } }
  }

  /// Whether the play order is shuffled. If it is turned on, the current entry leads. If it is
  /// turned off, the base order holds again and the current entry stays. An entry that is picked
  /// with ``play(_:at:)`` skips nothing while this is on.
  public var isShuffled: Bool {
    get { entries.isShuffled }
    set { shuffle(newValue) }
  }

  /// Whether playback stops where the current track ends, or fails, instead of going on: once, then
  /// it is off again. Playing is not wanted any more then (``WantsToPlayReason/endOfItem``), and
  /// the entry stays current; ``play()`` begins it again, ``next()`` goes to the one after it.
  /// After the last entry it is the end of the queue.
  ///
  /// A command that goes to another entry leaves it on, for that entry. ``QueuePlayerStatus`` shows
  /// it.
  public var stopsAfterCurrent: Bool {
    get { status.stopsAfterCurrent }
    set { turn { $0.machine.setStopsAfterCurrent(newValue, now: $1) } }
  }

  /// Forgets what was played before, and of what plays now that it was begun:
  /// ``QueuePlayerStatus/history`` is empty then. The queue stays as it is. A ``QueuePersister``
  /// has its store forget it, too, within its write interval; who has to know that it has calls
  /// ``QueuePersister/eraseHistory()``. Where nothing was played since the last time: no effect.
  public func eraseHistory() {
    turn { $0.machine.eraseHistory(now: $1) }
  }

  /// What to do about a track that fails. Holds from the next failure on.
  public var errorPolicy: ErrorPolicy {
    get { state.withLock(\.machine.configuration.errorPolicy) }
    set { state.withLock { $0.machine.configuration.errorPolicy = newValue } }
  }
}

// MARK: - The sleep timer

extension QueuePlayer {
  /// When playback pauses by itself; `nil`, as at first: never.
  ///
  /// ```swift
  /// queue.sleepTimer = .after(.seconds(1800), fadingOut: .seconds(10))
  /// ```
  ///
  /// The time is that of the clock and not of tracks: it runs while paused, and from track to track.
  /// Where it has passed, the queue pauses at once. Playing is not wanted any more then
  /// (``WantsToPlayReason/sleepTimer``), and the timer is gone; ``play()`` continues where it paused.
  /// Where playing is not wanted anyhow, nothing else changes.
  ///
  /// A fade lowers the sound in steps of 250 ms (``PlaybackControls/ducking``). The volume that the
  /// user has set stays. The sound is restored 250 ms after the pause, or at once if the timer is
  /// cancelled or replaced, or ``play()`` is called.
  ///
  /// ``SleepTimer/endOfTrack`` pauses where the current track ends or fails. A command that goes to
  /// another entry leaves the timer on, for that entry. The entry stays current: ``play()`` begins it
  /// anew, ``next()`` goes to the one behind it.
  public var sleepTimer: SleepTimer? {
    get { status.sleepTimer }
    set { turn { $0.machine.setSleepTimer(newValue, now: $1) } }
  }
}

// MARK: - The source

extension QueuePlayer {
  /// How many entries may still be to come, in play order, when the queue tells that it will end
  /// (``QueueChange/willEnd(remaining:)``) and asks its ``source``; at least 0. Set at any time.
  public var endLookAhead: Int {
    get { state.withLock(\.machine.configuration.endLookAhead) }
    set { turn { $0.machine.setEndLookAhead(newValue, now: $1) } }
  }

  /// Makes the queue endless: asked for more when its end comes near; `nil`, as at first: nobody
  /// is.
  ///
  /// It is asked while music plays, or loads to play, and at most ``endLookAhead`` entries are
  /// still to come; never under ``RepeatMode/all``, never while paused or suppressed. If the queue
  /// is empty it is asked once ``play()`` is called, and playback begins with the first entry that
  /// it gives. What it gives is appended as one edit. Where the queue comes to its end meanwhile,
  /// no end is told: the queue asks at once, unless a question is put already, and goes on by
  /// itself with the answer (``TransitionReason/auto``); ``QueuePlayerStatus/isAwaitingMore`` tells
  /// so. Nothing, an error, or no answer in time is the end then (``QueueEndReason/finished``). To
  /// append something meanwhile goes on with that; to ``stop()`` ends the wait.
  ///
  /// Set again: what was asked before is cancelled and forgotten.
  public var source: (any QueueSource)? {
    get { state.withLock(\.machine.sourceState?.source) }
    set { turn { $0.machine.setSource(newValue, now: $1) } }
  }
}

// MARK: - Interruptions

extension QueuePlayer {
  /// Holds back the sound, of this track and later ones; see
  /// ``PlaybackControls/beginInterruption(_:)``.
  public func beginInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.beginInterruption(reason, now: $1) }
  }

  /// Lets it sound again; see ``PlaybackControls/endInterruption(_:)``.
  public func endInterruption(_ reason: SuppressionReason) {
    turn { $0.machine.endInterruption(reason, now: $1) }
  }

  /// Lowers the sound, of this track and later ones, whatever their players; see
  /// ``PlaybackControls/beginDucking(to:for:)``.
  public func beginDucking(to factor: Double, for reason: SuppressionReason) {
    turn { $0.machine.duck(to: factor, for: reason, now: $1) }
  }

  /// Lets the sound be as loud as the volume says; see ``PlaybackControls/endDucking(for:)``.
  public func endDucking(for reason: SuppressionReason) {
    turn { $0.machine.duck(to: nil, for: reason, now: $1) }
  }
}
