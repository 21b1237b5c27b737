/// Positions at which a listener is called when playback passes them.
struct BoundaryPositions<Event: StatusEvent>: Sendable {
  let listener: Listener<Event>
  /// In ascending order.
  private let positions: [Duration]
  /// Whether a status belongs to an entry that the listener asked for.
  private let concerns: @Sendable (Event.Status) -> Bool
  private var load: LoadID?
  /// The position that playback has reached; earlier positions are not passed again.
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

  /// A position counts as passed this much early, because timers and rates are not exact.
  private static var tolerance: Duration { .milliseconds(1) }

  /// Advances to `now`, with playback as `status` describes. Posts a call for each position that
  /// was passed.
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

  /// Follows playback as `status` describes it from `now` on. Passes no positions, because this may
  /// be a seek.
  mutating func follow(_ status: Event.Status, at now: MonotonicInstant) {
    let playback = Event.playback(of: status)
    let position = playback.position(at: now)
    let distance = position > reached ? position - reached : reached - position
    // A small correction is not a jump, so no position is passed twice or left out.
    if playback.load == load, distance <= PlaybackStateMachine.positionTolerance { return }
    (load, reached) = (playback.load, position)
  }

  /// When the next position is passed; `nil` if there is none or it is unknown.
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
  /// Adds a closure to be called on an actor.
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

  /// Adds a closure that may be called on any thread.
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
