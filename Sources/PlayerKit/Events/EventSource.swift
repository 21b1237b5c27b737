import PlayerKitSystem

/// Hands the events of one player or queue to all who listen, in one order for all.
///
/// Observers are held weakly and called on the isolation that they were added from, outside any
/// lock. A listener that is slow delays nobody else. ``updates()`` gives the same events as an
/// `AsyncSequence`.
public final class EventSource<Event: StatusEvent>: Sendable {
  private struct State {
    private(set) var latest: Event.Status
    /// Kept, since it is asked for each listener, and a status is large to copy.
    private var isPlaying: Bool
    var listeners: [Listener<Event>] = []
    var streams: [ObjectIdentifier: StreamBuffer<Event>] = [:]
    /// The running timers of those who asked for positions.
    var ticking: [ObjectIdentifier: ClockTimer] = [:]
    private var boundaries: [BoundaryPositions<Event>] = []
    /// Its deadline is the next position of `boundaries`.
    var boundaryTimer: PendingTimer?
    var isFinished = false

    init(latest: Event.Status) {
      self.latest = latest
      isPlaying = Event.playback(of: latest).isPlaying
    }

    mutating func renew(_ status: Event.Status, _ clock: any PlaybackClock) {
      if !boundaries.isEmpty {
        let now = clock.now
        passBoundaries(until: now)
        for index in boundaries.indices { boundaries[index].follow(status, at: now) }
      }
      latest = status
      isPlaying = Event.playback(of: status).isPlaying
    }

    /// Whether a timer for positions is needed, or still there.
    var hasBoundaries: Bool { !boundaries.isEmpty || boundaryTimer != nil }

    /// All listeners, including the listeners for boundary positions.
    var everyListener: [Listener<Event>] {
      boundaries.isEmpty ? listeners : listeners + boundaries.map(\.listener)
    }

    mutating func remove(_ key: ObjectIdentifier) {
      for listener in everyListener where listener.key == key { listener.mailbox.close() }
      removeClosed()
    }

    mutating func removeClosed() {
      listeners.removeAll { $0.mailbox.isClosed }
      boundaries.removeAll { $0.listener.mailbox.isClosed }
    }

    mutating func add(_ new: BoundaryPositions<Event>, at now: MonotonicInstant) {
      guard !isFinished else { return }
      boundaries.append(new)
      boundaries[boundaries.count - 1].follow(latest, at: now)
    }

    mutating func passBoundaries(until now: MonotonicInstant) {
      for index in boundaries.indices { boundaries[index].advance(latest, to: now) }
    }

    /// When the next position is passed.
    var boundaryDeadline: MonotonicInstant? {
      guard isPlaying, !isFinished else { return nil }
      return boundaries.compactMap { $0.deadline(latest) }.min()
    }

    /// Whether a listener is to hear positions, as things are.
    func ticks(for listener: Listener<Event>) -> Bool {
      listener.positionInterval != nil && isPlaying && !isFinished && !listener.mailbox.isClosed
    }
  }

  private let state: Locked<State>
  let clock: any PlaybackClock

  package init(status: Event.Status, clock: any PlaybackClock) {
    state = Locked(State(latest: status))
    self.clock = clock
  }

  deinit {
    finish()
  }

  /// The events from now on, behind the present status. Each call gives a sequence of its own, for
  /// one reader; it ends with the player.
  public func updates() -> StatusUpdates<Event> {
    let buffer = state.withLock { state in
      let buffer = StreamBuffer<Event>(first: state.latest)
      if state.isFinished {
        buffer.finish()
      } else {
        state.streams[ObjectIdentifier(buffer)] = buffer
      }
      return buffer
    }
    let lifetime = ObserverToken { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: ObjectIdentifier(buffer)) }
    }
    return StatusUpdates(buffer: buffer, lifetime: lifetime)
  }

  /// Returns when every observer has heard of all that has happened so far. For tests, and before
  /// an app ends. Called by an observer from inside an event it would wait for itself: don't.
  public func delivered() async {
    for listener in state.withLock(\.everyListener) { await listener.heard() }
  }

  // MARK: - For those who send

  /// Takes in the events of a turn. Called under the sender's lock, so that all hear one order;
  /// calls nobody. `flush()` follows, outside of the lock.
  package func post(_ events: [Event], status: Event.Status) {
    state.withLock { state in
      state.renew(status, clock)
      guard !events.isEmpty else { return }
      for listener in state.listeners { listener.post(events, status: status) }
      for stream in state.streams.values { stream.post(events) }
    }
  }

  /// Has delivered what was posted. Never under a lock.
  package func flush() {
    let (listeners, streams, hasBoundaries) = state.withLock { state in
      state.removeClosed()
      return (state.everyListener, Array(state.streams.values), state.hasBoundaries)
    }
    for listener in listeners { listener.flush() }
    for stream in streams { stream.flush() }
    keepTicking()
    if hasBoundaries { keepBoundaryTimer() }
  }

  /// Ends all sequences. Observers hear nothing further.
  package func finish() {
    let (streams, timer) = state.withLock { state in
      state.isFinished = true
      defer { state.streams = [:] }
      return (Array(state.streams.values), state.boundaryTimer.take())
    }
    timer?.handle?.cancel()
    for stream in streams {
      stream.finish()
      stream.flush()
    }
    keepTicking()
  }

  // MARK: - For those who listen

  var latest: Event.Status { state.withLock { $0.latest } }

  /// Adds a listener, in place of an earlier one with its key.
  ///
  /// - Parameter reportsCurrent: Whether it gets the present status first.
  /// - Returns: the status behind which its events begin.
  @discardableResult
  func add(_ listener: Listener<Event>, reportsCurrent: Bool = false) -> Event.Status {
    let status = state.withLock { state in
      state.remove(listener.key)
      if reportsCurrent { listener.mailbox.post(.turn([], lagging: state.latest)) }
      if !state.isFinished { state.listeners.append(listener) }
      return state.latest
    }
    keepTicking()
    return status
  }

  /// Adds a listener that hears only of positions that playback passes from now on.
  func add(_ boundaries: BoundaryPositions<Event>) {
    state.withLock { $0.add(boundaries, at: clock.now) }
    keepBoundaryTimer()
  }

  /// Takes a listener out; where this runs on the listener's isolation, it hears nothing further.
  func remove(_ key: ObjectIdentifier) {
    state.withLock { $0.remove(key) }
    keepTicking()
    keepBoundaryTimer()
  }

  // MARK: - Positions

  /// Sees to it that everybody who is to hear positions has a timer, and nobody else: what does not
  /// play wakes up nothing.
  private func keepTicking() {
    let (idle, timers) = state.withLock { state -> ([Listener<Event>], [ClockTimer]) in
      let listeners = state.listeners.filter(state.ticks)
      let idle = listeners.filter { state.ticking[ObjectIdentifier($0)] == nil }
      guard listeners.count - idle.count < state.ticking.count else { return (idle, []) }
      let timers = state.ticking.filter { timer in
        !listeners.contains { ObjectIdentifier($0) == timer.key }
      }
      for key in timers.keys { state.ticking[key] = nil }
      return (idle, Array(timers.values))
    }
    for timer in timers { timer.cancel() }
    for listener in idle { startTicking(listener) }
  }

  private func startTicking(_ listener: Listener<Event>) {
    guard let interval = listener.positionInterval else { return }
    let timer = clock.schedule(from: clock.now + interval, every: interval) { [weak self] in
      self?.tick(listener)
    }
    let superfluous = state.withLock { state in
      state.ticks(for: listener)
        ? state.ticking.updateValue(timer, forKey: ObjectIdentifier(listener)) : timer
    }
    superfluous?.cancel()
  }

  private func tick(_ listener: Listener<Event>) {
    let now = clock.now
    let isHeard = state.withLock { state in
      guard state.ticks(for: listener) else { return false }
      let playback = Event.playback(of: state.latest)
      let position = PlaybackPosition(position: playback.position(at: now), playback: playback)
      listener.mailbox.post(.position(position))
      return true
    }
    if isHeard { listener.flush(mayCallHere: true) } else { keepTicking() }
  }

  private func keepBoundaryTimer() {
    state.keepTimer(at: \.boundaryTimer, on: clock, until: \.boundaryDeadline) {
      [weak self] deadline in self?.passBoundaries(deadline)
    }
  }

  private func passBoundaries(_ deadline: MonotonicInstant) {
    let listeners = state.withLock { state in
      if state.boundaryTimer?.deadline == deadline { state.boundaryTimer = nil }
      state.passBoundaries(until: max(clock.now, deadline))
      return state.everyListener
    }
    keepBoundaryTimer()
    for listener in listeners { listener.flush(mayCallHere: true) }
  }
}
