extension QueuePlayer {
  /// Adds an observer, to be called on the isolation of the caller, such as the main actor.
  ///
  /// Adding it again replaces the earlier registration. It hears what happens from now on; see
  /// ``queueStatus`` for the present.
  ///
  /// - Parameter positionInterval: how often to report the position while playing; `nil`: never.
  public func addObserver(
    _ observer: any QueuePlayerObserver,
    positionInterval: Duration? = .seconds(1),
    isolation: isolated any Actor = #isolation
  ) {
    events.add(
      Listener(
        key: ObjectIdentifier(observer),
        positionInterval: positionInterval,
        isolation: isolation
      ) { [weak observer, weak self] delivery in
        guard let observer, let self else { return false }
        observer.hear(delivery, from: self)
        return true
      }
    )
  }

  /// Adds an observer that may be called anywhere, one call at a time.
  public func addSendableObserver(
    _ observer: any QueuePlayerObserver & Sendable,
    positionInterval: Duration? = .seconds(1)
  ) {
    events.add(
      Listener(key: ObjectIdentifier(observer), positionInterval: positionInterval) {
        [weak observer, weak self] delivery in
        guard let observer, let self else { return false }
        observer.hear(delivery, from: self)
        return true
      }
    )
  }

  /// Takes an observer out. Called on the observer's isolation, it hears nothing further; elsewhere,
  /// a call that is under way may still end. Of an observer that is not there: no effect.
  public func removeObserver(_ observer: any QueuePlayerObserver) {
    events.remove(ObjectIdentifier(observer))
  }

  /// The events from now on, behind the present status, as a sequence for one reader.
  public func updates() -> StatusUpdates<QueuePlayerEvent> { events.updates() }
}

extension QueuePlayerObserver {
  fileprivate func hear(_ delivery: Delivery<QueuePlayerEvent>, from queue: QueuePlayer) {
    switch delivery {
    case .position(let position):
      queuePlayer(queue, didReach: position)
    case .event(let event):
      queuePlayer(queue, didEmit: event)
    case .change(let event):
      hear(event, from: queue)
    case .turnEnd(let events):
      queuePlayer(queue, didFinishTurn: events)
    case .barrier:
      break
    }
  }

  private func hear(_ event: QueuePlayerEvent, from queue: QueuePlayer) {
    let status = event.status
    switch event.change {
    case .transition(let transition):
      queuePlayer(queue, didTransition: transition, status: status)
    case .playback(.state(let old, _)):
      queuePlayer(queue, didChangeStateFrom: old, status: status)
    case .playback(.discontinuity(let jump)):
      queuePlayer(queue, didJump: jump, status: status)
    case .edited, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer:
      queuePlayer(queue, didChangeQueue: status)
    case .failed(let failure):
      queuePlayer(queue, didFail: failure, status: status)
    case .ended(let reason):
      queuePlayer(queue, didEnd: reason, status: status)
    case .playback:
      break
    }
  }
}
