/// Positions at which a listener is called when playback passes them.
struct BoundaryPositions<Event: StatusEvent>: Sendable {
  let listener: Listener<Event>
  /// In ascending order.
  private let positions: [Duration]
  /// Whether a status is of an entry that the listener asked for.
  private let concerns: @Sendable (Event.Status) -> Bool
  private var load: LoadID?
  /// Up to where playback has come; what lies before is not passed any more.
  private var reached = Duration.zero

  init(
    _ positions: [Duration],
    _ listener: Listener<Event>,
    concerns: @escaping @Sendable (Event.Status) -> Bool
  ) {
    self.positions = positions.sorted()
    self.listener = listener
    self.concerns = concerns
  }

  /// Timers and rates are not exact: a position counts as passed this much earlier.
  private static var tolerance: Duration { .milliseconds(1) }

  /// Playback has gone on as `status` says, until `now`. Posts a call for each position passed.
  mutating func advance(_ status: Event.Status, to now: MonotonicInstant) {
    let playback = Event.playback(of: status)
    guard playback.isPlaying, playback.load == load, concerns(status) else { return }
    let position = playback.position(at: now) + Self.tolerance
    guard position > reached else { return }
    let report = PlaybackPosition(position: position - Self.tolerance, playback: playback)
    let count = positions.count { $0 > reached && $0 <= position }
    listener.mailbox.post(contentsOf: Array(repeating: .position(report), count: count))
    reached = position
  }

  /// From `now` on playback goes on as `status` says. Passes nothing: this may be a seek.
  mutating func follow(_ status: Event.Status, at now: MonotonicInstant) {
    let playback = Event.playback(of: status)
    let position = playback.position(at: now)
    let distance = position > reached ? position - reached : reached - position
    // A small correction is no jump: nothing is passed twice, or left out.
    if playback.load == load, distance <= PlaybackStateMachine.positionTolerance { return }
    (load, reached) = (playback.load, position)
  }

  /// When the next position is passed, as far as it is known; `nil` if none is.
  func deadline(_ status: Event.Status) -> MonotonicInstant? {
    let playback = Event.playback(of: status)
    guard playback.load == load, let anchor = playback.anchor, anchor.speed > 0.01,
      concerns(status), let next = positions.first(where: { $0 > reached })
    else { return nil }
    if let duration = playback.duration, next > duration { return nil }
    return anchor.instant + max(.zero, next - anchor.position) / anchor.speed
  }
}

extension EventSource {
  /// Adds a closure that is called on an actor.
  func addBoundaryObserver(
    at positions: [Duration],
    where concerns: @escaping @Sendable (Event.Status) -> Bool = { _ in true },
    isolation: isolated any Actor,
    _ body: @escaping () -> Void
  ) -> ObserverToken {
    let observation = ObserverToken { [weak self] key in self?.remove(key) }
    let listener = Listener<Event>(observation, every: nil, isolation: isolation) { _ in
      body()
      return true
    }
    add(BoundaryPositions(positions, listener, concerns: concerns))
    return observation
  }

  /// Adds a closure that may be called anywhere.
  func addBoundaryObserver(
    at positions: [Duration],
    where concerns: @escaping @Sendable (Event.Status) -> Bool = { _ in true },
    _ body: @escaping @Sendable () -> Void
  ) -> ObserverToken {
    let observation = ObserverToken { [weak self] key in self?.remove(key) }
    let listener = Listener<Event>(observation, every: nil) { _ in
      body()
      return true
    }
    add(BoundaryPositions(positions, listener, concerns: concerns))
    return observation
  }
}
