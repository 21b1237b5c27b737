import PlayerKitSystem

/// What a closure that observes is told; see ``QueuePlayer/observe(every:isolation:_:)``.
public struct Observed<Event: StatusEvent>: Sendable {
  /// The status, at first and after each turn.
  public let status: Event.Status
  /// What changed together. Empty at first, and where only the position moved.
  public let events: [Event]
  /// Where playback is.
  public let position: Duration
}

/// Keeps a closure observing. It ends with this, so hold on to it.
public final class ObserverToken: Sendable {
  private let onEnd: @Sendable (ObjectIdentifier) -> Void

  init(onEnd: @escaping @Sendable (ObjectIdentifier) -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    cancel()
  }

  /// Ends the observation. On the isolation of the closure nothing comes any more after it;
  /// elsewhere a call that is under way may still end. Called again: no effect.
  public func cancel() {
    onEnd(ObjectIdentifier(self))
  }
}

extension EventSource {
  /// Adds a closure as a listener, and calls it with the present.
  func observe(
    every interval: Duration?,
    isolation: isolated any Actor,
    _ body: @escaping (Observed<Event>) -> Void
  ) -> ObserverToken {
    let observation = ObserverToken { [weak self] key in self?.remove(key) }
    var turns = ObservedTurns<Event>(latest: latest, clock: clock)
    let listener = Listener<Event>(observation, every: interval, isolation: isolation) { message in
      if let now = turns.observed(message) { body(now) }
      return true
    }
    // What is posted from here on waits until the isolation is free, so the present comes first.
    turns.latest = add(listener)
    if let now = turns.observed(.turnEnd([])) { body(now) }
    return observation
  }

  /// Adds a closure as a listener that may be called anywhere, and calls it with the present.
  func observe(
    every interval: Duration?,
    _ body: @escaping @Sendable (Observed<Event>) -> Void
  ) -> ObserverToken {
    let observation = ObserverToken { [weak self] key in self?.remove(key) }
    let turns = Locked(ObservedTurns<Event>(latest: latest, clock: clock))
    let listener = Listener<Event>(observation, every: interval) { message in
      if let now = turns.withLock({ $0.observed(message) }) { body(now) }
      return true
    }
    add(listener, reportsCurrent: true)
    listener.flush(mayCallHere: true)
    return observation
  }
}

/// Turns what a listener gets into what a closure is called with.
private struct ObservedTurns<Event: StatusEvent>: Sendable {
  var latest: Event.Status
  private var lagging: Event.Status?
  private let clock: any PlaybackClock

  init(latest: Event.Status, clock: any PlaybackClock) {
    self.latest = latest
    self.clock = clock
  }

  /// What to call the closure with; `nil` if more of the turn is to come.
  mutating func observed(_ message: ObserverMessage<Event>) -> Observed<Event>? {
    switch message {
    case .snapshot(let status):
      lagging = status
      return nil
    case .turnEnd(let events):
      latest = lagging ?? events.last?.status ?? latest
      lagging = nil
      let position = Event.playback(of: latest).position(at: clock.now)
      return Observed(status: latest, events: events, position: position)
    case .position(let position):
      return Observed(status: latest, events: [], position: position.position)
    case .event, .change:
      return nil
    }
  }
}
