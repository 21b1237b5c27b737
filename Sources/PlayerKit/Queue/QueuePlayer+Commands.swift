// What the app commands.
extension QueuePlayer {
  /// Plays the current entry, or goes on with it. After the end it begins the current entry anew,
  /// after a failure where it failed. With an empty queue it records the wish. Called twice: no
  /// effect.
  public func play() {
    turn { $0.machine.play(now: $1) }
  }

  /// Goes to an entry, at once, and plays it.
  public func play(_ entry: EntryID, at position: Duration = .zero) throws(QueueError) {
    try attempt { (state, now) throws(QueueError) in
      try state.machine.play(entry, at: position, now: now)
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
  /// beginning with the first of its players. It plays if that is wanted. Where the queue waits to
  /// try again by itself, it does so at once, and its count begins anew. Where the current entry has
  /// not failed: no effect.
  public func retry() {
    turn { $0.machine.retry(now: $1) }
  }

  /// Loads the current entry without starting to play. Where it is loaded: no effect.
  public func prepare() {
    turn { $0.machine.prepare(now: $1) }
  }

  /// Goes to a position of the current entry, also before it is loaded; see
  /// ``PlaybackControls/seek(to:)``.
  public func seek(to position: Duration) {
    turn { $0.machine.seek(to: position, now: $1) }
  }

  /// Goes to the next entry in play order, at once. At the end: no effect, unless all is repeated.
  public func next() {
    turn { $0.machine.next(now: $1) }
  }

  /// Restarts the track, or, up to the configured position in it, goes to the previous entry in play
  /// order. At the first entry it restarts.
  public func previous() {
    turn { $0.machine.previous(now: $1) }
  }

  /// Falls silent and gives the track back; entry and position stay for ``play()``. With nothing
  /// loaded: no effect.
  public func stop() {
    turn { $0.machine.stop(now: $1) }
  }

  /// Sets volume, mute or rate, for this track and later ones, whatever their players.
  public func change(_ change: OutputChange) {
    turn { $0.machine.change(change, now: $1) }
  }

  /// What is repeated.
  public var repeatMode: RepeatMode {
    get { queue.repeatMode }
    set { turn { $0.machine.setRepeatMode(newValue, now: $1) } }
  }

  /// Whether the play order is shuffled. Turned on, the current entry leads; turned off, the base
  /// order holds again and the current entry stays.
  public var isShuffled: Bool {
    get { queue.isShuffled }
    set { turn { $0.machine.setShuffled(newValue, now: $1) } }
  }

  /// Whether playback stops where the current track ends, or fails, instead of going on: once, then
  /// it is off again. Playing is not wanted any more then (``WantsToPlayReason/endOfItem``), and the
  /// entry stays current; ``play()`` begins it anew, ``next()`` goes to the one behind it.
  ///
  /// A command that goes to another entry leaves it on, for that entry. ``QueuePlayerStatus`` shows it.
  public var stopsAfterCurrent: Bool {
    get { queueStatus.stopsAfterCurrent }
    set { turn { $0.machine.setStopsAfterCurrent(newValue, now: $1) } }
  }

  /// What to do about a track that fails. Holds from the next failure on.
  public var errorPolicy: ErrorPolicy {
    get { state.withLock(\.machine.configuration.errorPolicy) }
    set { state.withLock { $0.machine.configuration.errorPolicy = newValue } }
  }
}
