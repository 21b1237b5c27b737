extension Player {
  /// Adds an observer, to be called on the isolation of the caller, such as the main actor.
  ///
  /// Adding it again replaces the earlier registration. It receives only events from now on; see
  /// ``Player/status`` for the current state.
  ///
  /// - Parameter observer: The observer. It is held weakly.
  /// - Parameter isolation: The actor on which the call happens. By default, the caller's.
  /// - Parameter positionInterval: How often to report the position during playback; `nil` for
  ///   never.
  public func addObserver(
    _ observer: any PlayerObserver,
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
    _ observer: any PlayerObserver & Sendable,
    positionInterval: Duration? = .seconds(1)
  ) {
    addSendableObserver(observer, positionInterval: positionInterval, mayLag: true)
  }

  /// With `mayLag` false, the observer receives every event, however slow it is.
  package func addSendableObserver(
    _ observer: any PlayerObserver & Sendable,
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
  public func removeObserver(_ observer: any PlayerObserver) {
    events.remove(ObjectIdentifier(observer))
  }

  /// Calls `body` on the isolation of the caller, such as the main actor: before this returns, with
  /// the current state, then once after each turn, and at each interval during playback.
  ///
  /// - Parameter isolation: The actor on which the call happens. By default, the caller's.
  /// - Parameter body: The closure to call.
  /// - Parameter interval: How often to report the position; `nil` to report only turns.
  /// - Returns: A token that keeps the observation alive.
  public func observe(
    every interval: Duration? = nil,
    isolation: isolated any Actor = #isolation,
    _ body: @escaping (Observed<PlayerEvent>) -> Void
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
    _ body: @escaping @Sendable (Observed<PlayerEvent>) -> Void
  ) -> ObserverToken {
    events.observe(every: interval, body)
  }

  /// Returns the current status and then the events from now on, as a sequence for one reader.
  public func updates() -> StatusUpdates<PlayerEvent> { events.updates() }
}

extension PlayerObserver {
  fileprivate func receive(_ message: ObserverMessage<PlayerEvent>, from player: any Player) {
    switch message {
    case .position(let position):
      self.player(player, didReach: position)
    case .event(let event):
      self.player(player, didEmit: event)
    case .change(let event):
      receive(event, from: player)
    case .turnEnd(let events):
      self.player(player, didFinishTurn: events)
    case .snapshot(let status):
      self.player(player, didFallBehind: status)
    }
  }

  private func receive(_ event: PlayerEvent, from player: any Player) {
    let status = event.status
    switch event.change {
    case .state(let old, _):
      self.player(player, didChangeStateFrom: old, status: status)
    case .track(let track, let reason):
      self.player(player, didChangeTrack: track, reason: reason, status: status)
    case .discontinuity(let jump):
      self.player(player, didJump: jump, status: status)
    case .failed(let error):
      self.player(player, didFailWith: error, status: status)
    case .ended(let reason):
      self.player(player, didEnd: reason, status: status)
    case .buffering(let isBuffering):
      self.player(player, didChangeBuffering: isBuffering, status: status)
    case .metadata(let metadata):
      self.player(player, didChangeMetadata: metadata, status: status)
    case .settings(let settings, _):
      self.player(player, didChangeSettings: settings, status: status)
    case .wantsToPlay, .suppression, .ducking, .duration, .format, .unsupported, .capabilities,
      .bufferedPosition, .seekCompleted:
      break
    }
  }
}
