import PlayerKitSystem

/// Stores the queue of a ``QueuePlayer`` in a ``QueueStore``, and restores it.
///
/// ```swift
/// let persister = QueuePersister(of: queue, in: store, registry: registry) { event in … }
/// try await persister.restore()   // or start(), to replace what is persisted
/// …
/// try await persister.close()     // the last write
/// ```
///
/// It stores the entries with clips, sections and the app's data, both orders, the current entry
/// and its position, repeat and shuffle, volume, mute, rate and sound processing, the sleep timer,
/// and the history. Edits, pauses, jumps, and changes of modes, settings or the current entry are
/// written after the write interval (250 ms by default), together with everything else that changed
/// by then. During playback, the position is written every 5 s. Each write contains only what
/// changed and takes as long as the store needs, usually a few milliseconds. An edit that was made
/// at least that long before the process ended is restored. ``flush()`` does not wait for the
/// interval.
///
/// Playback never waits for the store, and a failure of the store does not affect the queue: it is
/// reported as an event and retried at growing intervals.
public final class QueuePersister: Sendable {
  /// The settings of a persister.
  public struct Configuration: Sendable {
    /// How long a change waits for others, to be written together.
    public var writeInterval = Duration.milliseconds(250)
    /// The interval for writing the position during playback; at least 100 ms.
    public var positionInterval = Duration.seconds(5)
    /// The wait after a failure; it doubles with each further failure, up to a minute.
    public var retryInterval = Duration.seconds(1)
    /// The maximum wait after a failure.
    package var longestRetryInterval = Duration.seconds(60)

    /// Creates the default configuration.
    public init() {}
  }

  /// An event of a persister.
  @nonexhaustive public enum Event: Sendable {
    /// The queue currently cannot be stored. Sent once, and again if the kind of failure changes.
    case storeFailed(PlayerError)
    /// The whole queue is stored again.
    case storeRecovered
  }

  private typealias Waiter = CheckedContinuation<QueueStoreError?, Never>

  private struct State {
    /// `nil` until the persister is started.
    var machine: QueuePersisterStateMachine?
    var persisted = PersistedQueue.nothing
    var timer: PendingTimer?
    var waiters: [QueuePersisterStateMachine.FlushID: Waiter] = [:]
    var listener: PersisterListener?
  }

  private let queue: QueuePlayer
  private let store: any QueueStore
  private let registry: TrackRegistry
  private let configuration: Configuration
  private let clock: any PlaybackClock
  private let onEvent: @Sendable (Event) -> Void
  private let state = Locked(State())

  /// Creates a persister, which does nothing yet.
  ///
  /// - Parameters:
  ///   - queue: The queue to store.
  ///   - store: The store, which only this persister may write.
  ///   - configuration: When to write.
  ///   - registry: The types of tracks to restore.
  ///   - clock: The clock of the queue.
  ///   - onEvent: Called on failures, on any thread.
  public init(
    of queue: QueuePlayer,
    in store: any QueueStore,
    registry: TrackRegistry = TrackRegistry(),
    configuration: Configuration = Configuration(),
    clock: any PlaybackClock = SystemPlaybackClock(),
    onEvent: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.queue = queue
    self.store = store
    self.registry = registry
    self.configuration = configuration
    self.clock = clock
    self.onEvent = onEvent
  }

  /// If it was not closed, unwritten changes are written without anyone waiting for that.
  deinit {
    let last = state.withLock { state -> PersistedQueue? in
      state.timer?.handle?.cancel()
      return state.machine?.isDirty == true ? state.persisted : nil
    }
    guard let last else { return }
    let changes = last.changes(to: queue, on: clock, registry: registry).changes
    Task(executorPreference: LibraryTasks.executor) { [store] in
      try? await store.write(changes)
    }
  }
}

// MARK: - Beginning and ending

extension QueuePersister {
  /// Replaces the queue with the stored one, and stores the queue from now on.
  ///
  /// The queue is then paused and shows its current entry at its position, with nothing loaded. If
  /// nothing is stored, the queue is unchanged.
  ///
  /// - Returns: Whether anything was stored.
  /// - Throws: An error if the stored queue could not be read. Then the queue and the store are
  ///   unchanged, and nothing is written until this or ``start()`` is called.
  @discardableResult
  public func restore() async throws(QueueStoreError) -> Bool {
    guard let stored = try await store.restore() else {
      start()
      return false
    }
    begin(try queue.restorePersisted(stored, registry: registry))
    return true
  }

  /// Stores the queue from now on, replacing what is stored. A second call has no effect.
  public func start() {
    begin(.nothing)
  }

  /// Writes unwritten changes and closes the store. Later edits are not stored.
  ///
  /// - Throws: The error of the last write. The store is closed anyway.
  public func close() async throws(QueueStoreError) {
    let listener = state.withLock { $0.listener.take() }
    if let listener { queue.removeObserver(listener) }
    var failure: QueueStoreError?
    do {
      try await flush()
    } catch {
      failure = error
    }
    feed { machine, _ in machine.close() }
    await store.close()
    if let failure, failure.code != .closed { throw failure }
  }

  /// Writes unwritten changes. When it returns, all changes made before the call are stored. Has no
  /// effect before the start.
  public func flush() async throws(QueueStoreError) {
    let error = await withCheckedContinuation { (waiter: Waiter) in
      let actions = state.withLock { state -> [QueuePersisterStateMachine.Action]? in
        guard let (flush, actions) = state.machine?.flush(now: clock.now) else { return nil }
        state.waiters[flush] = waiter
        return actions
      }
      if let actions { perform(actions) } else { waiter.resume(returning: nil) }
    }
    if let error { throw error }
  }

  /// Erases the history (``QueuePlayer/eraseHistory()``). When it returns, the store has erased it,
  /// too: its files contain nothing of it. Before the start, only the queue erases it.
  ///
  /// - Throws: An error if the store could not write. The queue has erased its history anyway, and
  ///   the store gets the erasure again.
  public func eraseHistory() async throws(QueueStoreError) {
    queue.eraseHistory()
    try await flush()
  }

  private func begin(_ persisted: PersistedQueue) {
    let listener = PersisterListener { [weak self] in self?.receive($0) }
    let isNew = state.withLock { state in
      guard state.machine == nil else { return false }
      var configuration = self.configuration
      configuration.writeInterval = configuration.writeInterval.bounded
      // Limited, so that it does not do nothing but write.
      configuration.positionInterval = max(
        .milliseconds(100),
        configuration.positionInterval.bounded
      )
      state.machine = QueuePersisterStateMachine(
        configuration: configuration,
        isPersisted: persisted.queue != nil,
        now: clock.now
      )
      state.persisted = persisted
      state.listener = listener
      return true
    }
    guard isNew else { return }
    queue.addSendableObserver(listener, positionInterval: nil, mayLag: false)
    // Covers everything that happened before the listener was added.
    receive(PersisterEvent(isPlaying: queue.playback.isPlaying, needsPersisting: true))
  }
}

// MARK: - Turns

extension QueuePersister {
  private func receive(_ event: PersisterEvent) {
    feed { machine, now in
      if event.needsPersisting {
        machine.changed(isPlaying: event.isPlaying, now: now)
      } else {
        machine.began(isPlaying: event.isPlaying)
      }
      return []
    }
  }

  private func feed(
    _ body: (inout QueuePersisterStateMachine, MonotonicInstant) -> [QueuePersisterStateMachine
      .Action]
  ) {
    perform(
      state.withLock { state in
        guard var machine = state.machine.take() else { return [] }
        defer { state.machine = machine }
        return body(&machine, clock.now)
      }
    )
  }

  private func perform(_ actions: [QueuePersisterStateMachine.Action]) {
    // The timer first, so that a task waiting for a flush finds the next write planned and its
    // outcome reported.
    setTimer()
    for action in actions {
      switch action {
      case .write(let isComplete):
        Task(executorPreference: LibraryTasks.executor) {
          await self.write(isComplete: isComplete)
        }
      case .answer(let flushes, let error):
        let waiters = state.withLock { state in
          flushes.compactMap { state.waiters.removeValue(forKey: $0) }
        }
        for waiter in waiters { waiter.resume(returning: error) }
      case .reportFailure(let error):
        onEvent(.storeFailed(PlayerError(error)))
      case .reportRecovery:
        onEvent(.storeRecovered)
      }
    }
  }

  private func write(isComplete: Bool) async {
    let old = state.withLock(\.persisted)
    // Released here and not under the lock, because that may run app code.
    defer { withExtendedLifetime(old) {} }
    let persisted = isComplete ? PersistedQueue.nothing : old
    let (changes, after) = persisted.changes(to: queue, on: clock, registry: registry)
    do throws(QueueStoreError) {
      try await store.write(changes)
      state.withLock { $0.persisted = after }
      feed { $0.written(now: $1) }
    } catch {
      feed { $0.failed(error, now: $1) }
    }
  }

  // MARK: - The timer

  /// Keeps one timer for the machine's next deadline.
  private func setTimer() {
    state.keepTimer(at: \.timer, on: clock, until: \.machine?.deadline) { [weak self] deadline in
      self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    state.withLock { if $0.timer?.deadline == deadline { $0.timer = nil } }
    feed { $0.tick(now: max($1, deadline)) }
  }
}
