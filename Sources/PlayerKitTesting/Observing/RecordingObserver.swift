import PlayerKit

/// Remembers all that a player or a queue tells its observers, and wakes who waits for it.
///
/// ```swift
/// let observer = RecordingObserver(of: queue)
/// queue.play()
/// try await observer.wait(for: "the music") { $0.states.contains(.play) }
/// ```
///
/// Like every observer it is held weakly by what it observes. All methods may be called on any
/// thread.
public final class RecordingObserver<Event: StatusEvent>: Sendable {
  let recordedEvents = Recorded<Event>()
  /// The events of each turn: what changed together. To wait for; ``turns`` are those so far.
  public let recordedTurns = Recorded<[Event]>()
  /// The positions told. To wait for; ``positions`` are those so far.
  public let recordedPositions = Recorded<PlaybackPosition>()

  /// Makes an observer that is yet to be added.
  public init() {}

  /// All events so far, the oldest first.
  public var events: [Event] { recordedEvents.elements }

  /// The events of each turn so far: what changed together.
  public var turns: [[Event]] { recordedTurns.elements }

  /// The positions told so far, at the interval that was asked for.
  public var positions: [PlaybackPosition] { recordedPositions.elements }

  /// Waits until `condition` holds of all events, with a limit in real time. Does not poll.
  ///
  /// - Returns: the events at that moment.
  /// - Throws: ``WaitFailure`` that names `what` and shows the events; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String,
    timeout: Duration = .seconds(30),
    until condition: @escaping @Sendable ([Event]) throws -> Bool
  ) async throws -> [Event] {
    try await recordedEvents.wait(for: what, timeout: timeout, until: condition)
  }
}

extension RecordingObserver: PlayerObserver where Event == PlayerEvent {
  /// Makes an observer and adds it.
  ///
  /// - Parameter positionInterval: how often to hear the position while playing; `nil`: never.
  public convenience init(of player: any Player, positionInterval: Duration? = nil) {
    self.init()
    player.addSendableObserver(self, positionInterval: positionInterval, mayLag: false)
  }

  /// Remembers the event.
  public func player(_ player: any Player, didEmit event: PlayerEvent) {
    recordedEvents.append(event)
  }

  /// Remembers the turn.
  public func player(_ player: any Player, didFinishTurn events: [PlayerEvent]) {
    recordedTurns.append(events)
  }

  /// Remembers the position.
  public func player(_ player: any Player, didReach position: PlaybackPosition) {
    recordedPositions.append(position)
  }
}

extension RecordingObserver: QueuePlayerObserver where Event == QueuePlayerEvent {
  /// Makes an observer and adds it.
  ///
  /// - Parameter positionInterval: how often to hear the position while playing; `nil`: never.
  public convenience init(of queue: QueuePlayer, positionInterval: Duration? = nil) {
    self.init()
    queue.addSendableObserver(self, positionInterval: positionInterval, mayLag: false)
  }

  /// Remembers the event.
  public func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    recordedEvents.append(event)
  }

  /// Remembers the turn.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    recordedTurns.append(events)
  }

  /// Remembers the position.
  public func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    recordedPositions.append(position)
  }
}
