import PlayerKitSystem

/// Measures how long each entry of a queue was really played, for a scrobbler or a royalty report.
///
/// ```swift
/// let recorder = ListeningRecorder(of: queue) { event in
///   switch event {
///   case .began(let listening): scrobbler.nowPlaying(listening.entry.track)
///   case .qualified(let listening): scrobbler.scrobble(listening.entry.track, at: listening.date)
///   case .ended: break
///   }
/// }
/// ```
///
/// The results are exact on the queue's clock, however late the events arrive, because each event
/// carries its instant. There is one timer, for the moment when the rule is fulfilled, and none
/// while nothing plays or after that moment.
///
/// The recorder and its queue hold each other weakly, so retain the recorder. If it is freed or
/// stopped, or the queue is freed, the current play ends (``Listening/End/recordingEnded``). If the
/// process dies, no event is sent. Save what must not be lost, such as a scrobble, at
/// ``ListeningEvent/qualified(_:)``, or store ``current`` from time to time.
///
/// All methods may be called on any thread.
public final class ListeningRecorder: Sendable {
  private struct State {
    var accumulator: ListeningAccumulator
    weak var queue: QueuePlayer?
    var timer: PendingTimer?
    /// When to check again, if an event is on its way.
    var retry: MonotonicInstant?
    var ending: Task<Void, Never>?
    var isStopped = false
  }

  /// The time to wait for an event on its way before checking again.
  private static let retryInterval = Duration.milliseconds(100)

  private let clock: any PlaybackClock
  private let state: Locked<State>
  private let mailbox = Mailbox<ListeningEvent>()
  private let onEvent: @Sendable (ListeningEvent) -> Void

  /// Starts recording a queue. If something already plays, its play begins now.
  ///
  /// - Parameters:
  ///   - queue: The queue to record.
  ///   - rule: When a play counts; `nil` if ``ListeningEvent/qualified(_:)`` should never be sent.
  ///   - onEvent: Called in order, one call at a time, under no lock, on any thread.
  public init(
    of queue: QueuePlayer,
    rule: ScrobbleRule? = .lastFM,
    onEvent: @escaping @Sendable (ListeningEvent) -> Void
  ) {
    clock = queue.clock
    self.onEvent = onEvent
    let accumulator = ListeningAccumulator(rule: rule, now: queue.clock.now)
    state = Locked(State(accumulator: accumulator, queue: queue))
    queue.addSendableObserver(self, positionInterval: nil, mayLag: false)
    let status = queue.status
    perform { $0.begin(status, now: $1, date: $2) }
    let updates = queue.updates()
    let ending = Task { [weak self] in
      for await _ in updates {}
      // The queue was freed.
      if !Task.isCancelled { self?.stop() }
    }
    state.withLock { $0.ending = ending }
  }

  deinit {
    stop()
  }

  /// The current play, counted until now; `nil` if there is none.
  public var current: Listening? {
    let (accumulator, queue) = state.withLock { ($0.accumulator, $0.queue) }
    return accumulator.snapshot(at: accumulator.horizon(queue?.playback, now: clock.now))
  }

  /// Stops recording and ends the current play. A second call has no effect.
  public func stop() {
    let status = state.withLock(\.queue)?.playback
    perform { accumulator, now, _ in
      let horizon = accumulator.horizon(status, now: now)
      let events = accumulator.qualify(at: horizon)
      accumulator.count(until: horizon)
      return events + accumulator.end(.recordingEnded)
    }
    let (timer, ending) = state.withLock { state in
      state.isStopped = true
      defer { (state.timer, state.ending) = (nil, nil) }
      return (state.timer?.handle, state.ending)
    }
    timer?.cancel()
    ending?.cancel()
  }

  // MARK: - Turns

  private func perform(
    _ body: (inout ListeningAccumulator, MonotonicInstant, Date) -> [ListeningEvent]
  ) {
    state.withLock { state in
      guard !state.isStopped else { return }
      mailbox.post(contentsOf: body(&state.accumulator, clock.now, clock.date))
    }
    setTimer()
    mailbox.drain(onEvent)
  }

  // MARK: - The timer

  /// Keeps one timer for the moment when the rule is fulfilled.
  private func setTimer() {
    let deadline = { (state: State) -> MonotonicInstant? in
      guard !state.isStopped, let due = state.accumulator.qualifiesAt else { return nil }
      return max(due, state.retry ?? due)
    }
    state.keepTimer(at: \.timer, on: clock, until: deadline) { [weak self] deadline in
      self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    state.withLock { if $0.timer?.deadline == deadline { $0.timer = nil } }
    // Events that happened meanwhile come first, and set the timer again.
    let status = state.withLock(\.queue)?.playback
    let retry = clock.now + Self.retryInterval
    state.withLock { $0.retry = retry }
    perform { accumulator, now, _ in
      accumulator.qualify(at: accumulator.horizon(status, now: max(now, deadline)))
    }
  }
}

extension ListeningRecorder: QueuePlayerObserver {
  /// Handles the events of a turn.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    state.withLock { $0.retry = nil }
    perform { accumulator, now, date in
      let late = events.last.map { now - $0.instant } ?? .zero
      return accumulator.receive(events, date: date.addingTimeInterval(late / .seconds(-1)))
    }
  }
}
