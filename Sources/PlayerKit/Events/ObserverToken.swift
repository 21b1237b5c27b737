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
    let clock = clock
    func tell(_ status: Event.Status, _ events: [Event]) {
      let position = Event.playback(of: status).position(at: clock.now)
      body(Observed(status: status, events: events, position: position))
    }
    var latest = latest
    var lagging: Event.Status?
    let listener = Listener<Event>(observation, every: interval, isolation: isolation) { delivery in
      switch delivery {
      case .snapshot(let status):
        lagging = status
      case .turnEnd(let events):
        latest = lagging ?? events.last?.status ?? latest
        lagging = nil
        tell(latest, events)
      case .position(let position):
        body(Observed(status: latest, events: [], position: position.position))
      case .event, .change:
        break
      }
      return true
    }
    // What is posted from here on waits until the isolation is free, so the present comes first.
    latest = add(listener)
    tell(latest, [])
    return observation
  }
}
