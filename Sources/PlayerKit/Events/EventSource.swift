import PlayerKitSystem

/// Delivers the events of a player or queue to all listeners, in the same order for all.
///
/// Observers are held weakly and called on the isolation that they were added from, outside any
/// lock. A slow listener delays no other one. ``updates()`` gives the same events as an
/// `AsyncSequence`.
public final class EventSource<Event: StatusEvent>: Sendable {
  private struct State {
    private(set) var latest: Event.Status
    /// Cached, because each listener needs it, and copying a status is expensive.
    private var isPlaying: Bool
    var listeners: [Listener<Event>] = []
    var streams: [ObjectIdentifier: StreamBuffer<Event>] = [:]
    /// The running timers of the listeners that asked for positions.
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

    /// Whether a timer for positions is needed or still exists.
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

    /// Whether a listener should currently receive positions.
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

  /// Returns the current status and then the events from now on. Each call returns a separate
  /// sequence, for one reader; it ends with the player.
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

  /// Returns when every observer has received everything that has happened so far. Use it in tests,
  /// and before an app ends. Don't call it from inside an observer's method: it would wait for
  /// itself.
  public func delivered() async {
    for listener in state.withLock(\.everyListener) { await listener.heard() }
  }

  // MARK: - Posting

  /// Takes the events of a turn. Called under the sender's lock, so that all listeners see one
  /// order; calls no listener. The sender then calls `flush()` outside the lock.
  package func post(_ events: [Event], status: Event.Status) {
    state.withLock { state in
      state.renew(status, clock)
      guard !events.isEmpty else { return }
      for listener in state.listeners { listener.post(events, status: status) }
      for stream in state.streams.values { stream.post(events) }
    }
  }

  /// Delivers the posted events. Never call it under a lock.
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

  /// Ends all sequences. Observers receive nothing further.
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

  // MARK: - Listening

  var latest: Event.Status { state.withLock { $0.latest } }

  /// Adds a listener, replacing an earlier one with the same key.
  ///
  /// - Parameter reportsCurrent: Whether it receives the current status first.
  /// - Returns: The status that precedes its events.
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

  /// Adds a listener that receives only the positions that playback passes from now on.
  func add(_ boundaries: BoundaryPositions<Event>) {
    state.withLock { $0.add(boundaries, at: clock.now) }
    keepBoundaryTimer()
  }

  /// Removes a listener. If this runs on the listener's isolation, the listener receives nothing
  /// further.
  func remove(_ key: ObjectIdentifier) {
    state.withLock { $0.remove(key) }
    keepTicking()
    keepBoundaryTimer()
  }

  // MARK: - Positions

  /// Makes sure that exactly the listeners that should receive positions have a timer. While
  /// nothing plays, no timer runs.
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
