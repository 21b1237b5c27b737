extension QueuePlayer {
  /// Adds an observer, to be called on the isolation of the caller, such as the main actor.
  ///
  /// Adding it again replaces the earlier registration. It receives only events from now on; see
  /// ``status`` for the current state.
  ///
  /// - Parameter observer: The observer. It is held weakly.
  /// - Parameter isolation: The actor on which the call happens. By default, the caller's.
  /// - Parameter positionInterval: How often to report the position during playback; `nil` for
  ///   never.
  public func addObserver(
    _ observer: any QueuePlayerObserver,
    positionInterval: Duration? = .seconds(1),
    isolation: isolated any Actor = #isolation
  ) {
    events.add(
      Listener(observer, every: positionInterval, isolation: isolation) {
        [weak observer, weak self] message in
        guard let observer, let self else { return false }
        observer.receive(message, from: self)
        return true
      }
    )
  }

  /// Adds an observer that may be called on any thread, one call at a time.
  public func addSendableObserver(
    _ observer: any QueuePlayerObserver & Sendable,
    positionInterval: Duration? = .seconds(1)
  ) {
    addSendableObserver(observer, positionInterval: positionInterval, mayLag: true)
  }

  /// With `mayLag` false, the observer receives every event, however slow it is.
  package func addSendableObserver(
    _ observer: any QueuePlayerObserver & Sendable,
    positionInterval: Duration?,
    mayLag: Bool
  ) {
    events.add(
      Listener(observer, every: positionInterval, mayLag: mayLag) {
        [weak observer, weak self] message in
        guard let observer, let self else { return false }
        observer.receive(message, from: self)
        return true
      }
    )
  }

  /// Removes an observer. If called on the observer's isolation, the observer receives nothing
  /// further; otherwise a call in progress may still finish. Has no effect if the observer is
  /// unknown.
  public func removeObserver(_ observer: any QueuePlayerObserver) {
    events.remove(ObjectIdentifier(observer))
  }

  /// Calls `body` on the isolation of the caller, such as the main actor: before this returns, with
  /// the current state, then once after each turn, and at each interval during playback.
  ///
  /// ```swift
  /// observation = queue.observe(every: .seconds(1)) { [weak self] now in
  ///   self?.title = now.status.currentEntry?.metadata.title ?? ""
  ///   self?.position = now.position
  /// }
  /// ```
  ///
  /// - Parameter isolation: The actor on which the call happens. By default, the caller's.
  /// - Parameter body: The closure to call.
  /// - Parameter interval: How often to report the position; `nil` to report only turns.
  /// - Returns: A token that keeps the observation alive.
  public func observe(
    every interval: Duration? = nil,
    isolation: isolated any Actor = #isolation,
    _ body: @escaping (Observed<QueuePlayerEvent>) -> Void
  ) -> ObserverToken {
    events.observe(every: interval, isolation: isolation, body)
  }

  /// Calls `body` as `observe(every:_:)` does, but on any thread, one call at a time. For functions
  /// without an actor, such as a plain async function.
  ///
  /// The first call, with the current state, comes before this returns. A slow closure delays no
  /// other observer.
  ///
  /// - Parameters:
  ///   - body: The closure to call.
  ///   - interval: How often to report the position during playback; `nil` to report only turns.
  ///   - isolation: Pass `nil`. Swift can't choose by the closure alone: without this argument the
  ///     closure belongs to the actor of the caller.
  /// - Returns: A token that keeps the observation alive.
  public func observe(
    every interval: Duration? = nil,
    isolation _: Never?,
    _ body: @escaping @Sendable (Observed<QueuePlayerEvent>) -> Void
  ) -> ObserverToken {
    events.observe(every: interval, body)
  }

  /// Returns the current status and then the events from now on, as a sequence for one reader.
  public func updates() -> StatusUpdates<QueuePlayerEvent> { events.updates() }
}

extension QueuePlayerObserver {
  fileprivate func receive(_ message: ObserverMessage<QueuePlayerEvent>, from queue: QueuePlayer) {
    switch message {
    case .position(let position):
      queuePlayer(queue, didReach: position)
    case .event(let event):
      queuePlayer(queue, didEmit: event)
    case .change(let event):
      receive(event, from: queue)
    case .turnEnd(let events):
      queuePlayer(queue, didFinishTurn: events)
    case .snapshot(let status):
      queuePlayer(queue, didFallBehind: status)
    }
  }

  private func receive(_ event: QueuePlayerEvent, from queue: QueuePlayer) {
    let status = event.status
    switch event.change {
    case .transition(let transition):
      queuePlayer(queue, didTransition: transition, status: status)
    case .playback(.state(let old, _)):
      queuePlayer(queue, didChangeStateFrom: old, status: status)
    case .playback(.discontinuity(let jump)):
      queuePlayer(queue, didJump: jump, status: status)
    case .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
      .historyErased:
      queuePlayer(queue, didChangeQueue: status)
    case .metadata(let entry):
      queuePlayer(queue, didFindMetadataOf: entry, status: status)
    case .chapter(let chapter, let index):
      queuePlayer(queue, didReachChapter: chapter, at: index, status: status)
    case .lyrics(let lyrics):
      queuePlayer(queue, didChangeLyrics: lyrics, status: status)
    case .line(let line, let index):
      queuePlayer(queue, didReachLine: line, at: index, status: status)
    case .failed(let failure):
      queuePlayer(queue, didFail: failure, status: status)
    case .ended(let reason):
      queuePlayer(queue, didEnd: reason, status: status)
    case .sectionBegan(let section):
      queuePlayer(queue, didBeginSection: section, status: status)
    case .sectionEnded(let end):
      queuePlayer(queue, didEndSection: end, status: status)
    case .willEnd(let remaining):
      queueWillEnd(queue, remaining: remaining, status: status)
    case .sourceFailed(let failure):
      queuePlayer(queue, sourceDidFail: failure, status: status)
    case .playback(.buffering(let isBuffering)):
      queuePlayer(queue, didChangeBuffering: isBuffering, status: status)
    case .playback(.metadata(let metadata)):
      queuePlayer(queue, didChangeMetadata: metadata, status: status)
    case .playback(.settings(let settings, _)):
      queuePlayer(queue, didChangeSettings: settings, status: status)
    case .playback:
      break
    }
  }
}
