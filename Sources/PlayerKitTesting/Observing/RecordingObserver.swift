import PlayerKit

/// Records everything that a player or a queue sends its observers, and lets tests wait for it.
///
/// ```swift
/// let observer = RecordingObserver(of: queue)
/// queue.play()
/// try await observer.wait(for: "the music") { $0.states.contains(.play) }
/// ```
///
/// Like any observer, it is held weakly by the player or queue. All methods may be called on any
/// thread.
public final class RecordingObserver<Event: StatusEvent>: Sendable {
  let recordedEvents = Recorded<Event>()
  /// The events of each turn, which changed together. Use this to wait, and ``turns`` for the turns
  /// so far.
  public let recordedTurns = Recorded<[Event]>()
  /// The received positions. Use this to wait, and ``positions`` for the positions so far.
  public let recordedPositions = Recorded<PlaybackPosition>()

  /// Makes an observer without adding it.
  public init() {}

  /// All events so far, the oldest first.
  public var events: [Event] { recordedEvents.elements }

  /// The events of each turn so far. The events of a turn changed together.
  public var turns: [[Event]] { recordedTurns.elements }

  /// The positions received so far, at the requested interval.
  public var positions: [PlaybackPosition] { recordedPositions.elements }

  /// Waits until the events meet `condition`, with a time limit in real time. Does not poll.
  ///
  /// - Returns: The events at that moment.
  /// - Throws: A ``WaitFailure`` that names `what` and shows the events; `CancellationError`.
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
  /// - Parameter player: The player to observe.
  /// - Parameter positionInterval: The interval of positions while playing. `nil` for no positions.
  public convenience init(of player: any Player, positionInterval: Duration? = nil) {
    self.init()
    player.addSendableObserver(self, positionInterval: positionInterval, mayLag: false)
  }

  /// Records the event.
  public func player(_ player: any Player, didEmit event: PlayerEvent) {
    recordedEvents.append(event)
  }

  /// Records the turn.
  public func player(_ player: any Player, didFinishTurn events: [PlayerEvent]) {
    recordedTurns.append(events)
  }

  /// Records the position.
  public func player(_ player: any Player, didReach position: PlaybackPosition) {
    recordedPositions.append(position)
  }
}

extension RecordingObserver: QueuePlayerObserver where Event == QueuePlayerEvent {
  /// Makes an observer and adds it.
  ///
  /// - Parameter queue: The queue to observe.
  /// - Parameter positionInterval: The interval of positions while playing. `nil` for no positions.
  public convenience init(of queue: QueuePlayer, positionInterval: Duration? = nil) {
    self.init()
    queue.addSendableObserver(self, positionInterval: positionInterval, mayLag: false)
  }

  /// Records the event.
  public func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    recordedEvents.append(event)
  }

  /// Records the turn.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    recordedTurns.append(events)
  }

  /// Records the position.
  public func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    recordedPositions.append(position)
  }
}
