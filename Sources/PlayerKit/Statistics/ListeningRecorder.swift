import PlayerKitSystem

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tells how long each entry of a queue was really heard, as a scrobbler or a royalty report needs it.
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
/// What it tells is exact on the queue's clock, however late it hears of it: the events of a queue
/// carry their instant. It has one timer, for the moment at which the rule is fulfilled, and none
/// while nothing plays or the rule is fulfilled already.
///
/// It holds its queue weakly, and is held weakly by it: keep it. When it is freed, stopped, or the
/// queue is freed, the play that goes on is told as ended (``Listening/End/recordingEnded``). Of a
/// process that dies nothing is told: what must not be lost, such as a scrobble, is there at
/// ``ListeningEvent/qualified(_:)``; ``current`` can be written down from time to time.
///
/// All methods may be called on any thread.
public final class ListeningRecorder: Sendable {
  private struct State {
    var accumulator: ListeningAccumulator
    weak var queue: QueuePlayer?
    var timer: PendingTimer?
    /// When to look again, where an event is on its way.
    var retry: MonotonicInstant?
    var ending: Task<Void, Never>?
    var isStopped = false
  }

  /// How long an event that is on its way is waited for before it is looked again.
  private static let retryInterval = Duration.milliseconds(100)

  private let clock: any PlaybackClock
  private let state: Locked<State>
  private let mailbox = Mailbox<ListeningEvent>()
  private let onEvent: @Sendable (ListeningEvent) -> Void

  /// Listens to a queue from now on. What sounds already is a play that begins now.
  ///
  /// - Parameters:
  ///   - rule: when a play counts; `nil`: ``ListeningEvent/qualified(_:)`` never comes.
  ///   - onEvent: called in order, one call at a time, under no lock, on any thread.
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
      // The queue is gone.
      if !Task.isCancelled { self?.stop() }
    }
    state.withLock { $0.ending = ending }
  }

  deinit {
    stop()
  }

  /// The play that goes on, added up until now; `nil`: none does.
  public var current: Listening? {
    let (accumulator, queue) = state.withLock { ($0.accumulator, $0.queue) }
    return accumulator.snapshot(at: accumulator.horizon(queue?.playback, now: clock.now))
  }

  /// Listens no longer, and tells the play that goes on as ended. Called twice: no effect.
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

  // MARK: - One turn

  private func perform(
    _ body: (inout ListeningAccumulator, MonotonicInstant, Date) -> [ListeningEvent]
  ) {
    state.withLock { state in
      guard !state.isStopped else { return }
      mailbox.post(contentsOf: body(&state.accumulator, clock.now, clock.date))
    }
    setTimer()
    guard mailbox.beginDraining() else { return }
    while let events = mailbox.take() {
      for event in events { onEvent(event) }
    }
  }

  // MARK: - The timer

  /// Keeps one timer, for the moment at which the rule is fulfilled.
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
    // What has happened meanwhile and is still to be heard comes first, and sets the timer anew.
    let status = state.withLock(\.queue)?.playback
    let retry = clock.now + Self.retryInterval
    state.withLock { $0.retry = retry }
    perform { accumulator, now, _ in
      accumulator.qualify(at: accumulator.horizon(status, now: max(now, deadline)))
    }
  }
}

extension ListeningRecorder: QueuePlayerObserver {
  /// Takes in what changed together.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    state.withLock { $0.retry = nil }
    perform { accumulator, now, date in
      let late = events.last.map { now - $0.instant } ?? .zero
      return accumulator.receive(events, date: date.addingTimeInterval(late / .seconds(-1)))
    }
  }
}
