import PlayerKitSystem

/// The argument of an observing closure; see `QueuePlayer.observe`.
public struct Observed<Event: StatusEvent>: Sendable {
  /// The current status.
  public let status: Event.Status
  /// The changes of the turn. Empty in the first call, and if only the position moved.
  public let events: [Event]
  /// The current position.
  public let position: Duration
}

/// Keeps an observing closure registered. The observation ends when this is freed, so retain it.
public final class ObserverToken: Sendable {
  private let onEnd: @Sendable (ObjectIdentifier) -> Void

  init(onEnd: @escaping @Sendable (ObjectIdentifier) -> Void) {
    self.onEnd = onEnd
  }

  deinit {
    cancel()
  }

  /// Ends the observation. If called on the isolation of the closure, no further call comes;
  /// otherwise a call in progress may still finish. A second call has no effect.
  public func cancel() {
    onEnd(ObjectIdentifier(self))
  }
}

extension EventSource {
  /// Adds a closure as a listener, and calls it with the current status.
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
    // Events posted from here on wait until the isolation is free, so the current status comes
    // first.
    turns.latest = add(listener)
    if let now = turns.observed(.turnEnd([])) { body(now) }
    return observation
  }

  /// Adds a closure as a listener that may be called on any thread, and calls it with the current
  /// status.
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

/// Converts messages to a listener into arguments for a closure.
private struct ObservedTurns<Event: StatusEvent>: Sendable {
  var latest: Event.Status
  private var lagging: Event.Status?
  private let clock: any PlaybackClock

  init(latest: Event.Status, clock: any PlaybackClock) {
    self.latest = latest
    self.clock = clock
  }

  /// Returns the argument for the closure; `nil` if more of the turn follows.
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
