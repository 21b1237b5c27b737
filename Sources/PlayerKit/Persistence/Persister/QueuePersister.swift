import PlayerKitSystem

/// Keeps a ``QueuePlayer``'s queue in a ``QueueStore``, and brings it back.
///
/// ```swift
/// let persister = QueuePersister(of: queue, in: store, registry: registry) { event in … }
/// try await persister.restore()   // or start(), to replace what is persisted
/// …
/// try await persister.close()     // the last write
/// ```
///
/// What is kept: the entries with clips, sections and the app's data, both orders, the current entry
/// and its position, repeat and shuffle, volume, mute, rate and what is
/// done to the sound, the sleep timer, the history. An edit,
/// a change of the modes, the settings or the current entry, a pause and a jump are written after the
/// write interval (250 ms unless set otherwise), together with what else changed by then; the
/// position, while playing, every 5 s. Each
/// write holds what changed, and takes as long as the store does, some milliseconds as a rule: an
/// edit that was made so long before the process ended is there again. ``flush()`` does not wait for
/// the interval.
///
/// Playback never waits for the store, and no failure of it touches the queue: it is told as an
/// event, and tried again, at growing intervals.
public final class QueuePersister: Sendable {
  /// How a persister behaves.
  public struct Configuration: Sendable {
    /// How long a change waits for others, to be written with them.
    public var writeInterval = Duration.milliseconds(250)
    /// How often the position is written while playing; at most ten times a second.
    public var positionInterval = Duration.seconds(5)
    /// How long to wait after a failure; doubled at each one that follows, up to a minute.
    public var retryInterval = Duration.seconds(1)
    /// The longest wait after a failure.
    package var longestRetryInterval = Duration.seconds(60)

    /// The defaults.
    public init() {}
  }

  /// What a persister reports.
  @nonexhaustive public enum Event: Sendable {
    /// The queue is not stored at present. Told once, and again where the kind of failure changes.
    case storeFailed(PlayerError)
    /// It is stored again, all of it.
    case storeRecovered
  }

  private typealias Waiter = CheckedContinuation<QueueStoreError?, Never>

  private struct State {
    /// `nil` until it was started.
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

  /// Makes a persister, which does nothing yet.
  ///
  /// - Parameters:
  ///   - registry: The types of tracks that are restored.
  ///   - clock: The clock of the queue.
  ///   - onEvent: Told of failures, on any thread.
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

  /// Where it was not closed: what has not been written yet is, without anybody waiting for it.
  deinit {
    let last = state.withLock { state -> PersistedQueue? in
      state.timer?.handle?.cancel()
      return state.machine?.isDirty == true ? state.persisted : nil
    }
    guard let last else { return }
    let changes = last.changes(to: queue, on: clock, registry: registry).changes
    Task { [store] in try? await store.write(changes) }
  }
}

// MARK: - Beginning and ending

extension QueuePersister {
  /// Brings back what is kept, in place of the queue as it is, and keeps the queue from now on.
  ///
  /// The queue is paused then, its current entry shown at its position, and nothing is loaded.
  /// Where nothing is kept, the queue stays as it is.
  ///
  /// - Returns: whether anything was kept.
  /// - Throws: where it could not be read: then the queue stays, what is stored stays, and nothing
  ///   is kept until this or ``start()`` is called.
  @discardableResult
  public func restore() async throws(QueueStoreError) -> Bool {
    guard let stored = try await store.restore() else {
      start()
      return false
    }
    begin(try queue.restorePersisted(stored, registry: registry))
    return true
  }

  /// Keeps the queue from now on, in place of whatever is stored. Called again: no effect.
  public func start() {
    begin(.nothing)
  }

  /// Writes what has not been written yet, and lets go of the store; later edits are not kept.
  ///
  /// - Throws: what the last write failed with. The store is closed all the same.
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

  /// Writes what has not been written yet. When it returns, all that was done to the queue before
  /// the call is safe. Before the start: no effect.
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

  /// Forgets what the queue has played (``QueuePlayer/eraseHistory()``). When it returns, the store
  /// has forgotten it, too: nothing of it is found in its files. Before the start, the queue alone
  /// forgets it.
  ///
  /// - Throws: where the store could not write. The queue has forgotten it all the same, and the
  ///   store is told again.
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
      // Never so often that it would do nothing else.
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
    // Whatever happened before it listened.
    receive(PersisterEvent(isPlaying: queue.playback.isPlaying, needsPersisting: true))
  }
}

// MARK: - One turn

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
    // Whoever waits for a flush finds the next write planned, and its outcome told.
    setTimer()
    for action in actions {
      switch action {
      case .write(let isComplete):
        Task { await self.write(isComplete: isComplete) }
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
    // It ends here, not under the lock: what ends with it may run the app's code.
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

  /// Keeps one timer, for whatever the machine waits for next.
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
