import PlayerKit

// Accessors to the events that tests look for. Each uses `if case`, since the other changes don't
// matter to it.

extension Sequence where Element == PlaybackChange {
  /// The states entered, in order.
  public var states: [PlayerState] {
    compactMap { if case .state(_, let state) = $0 { state } else { nil } }
  }

  /// The positions at which seeks completed.
  public var completedSeeks: [Duration] {
    compactMap { if case .seekCompleted(let position) = $0 { position } else { nil } }
  }

  /// The jumps of the position.
  public var jumps: [PositionDiscontinuity] {
    compactMap { if case .discontinuity(let jump) = $0 { jump } else { nil } }
  }

  /// The requests to play or to pause, in order.
  public var playIntents: [Bool] {
    compactMap { if case .wantsToPlay(let wantsToPlay, _) = $0 { wantsToPlay } else { nil } }
  }

  /// The capabilities that were requested but that the player lacks.
  public var unsupported: [PlayerCapabilities] {
    compactMap { if case .unsupported(let capabilities) = $0 { capabilities } else { nil } }
  }

  /// The buffered positions, in order.
  public var bufferedPositions: [Duration?] {
    compactMap { if case .bufferedPosition(let position) = $0 { .some(position) } else { nil } }
  }

  /// The failures.
  public var failures: [PlayerError] {
    compactMap { if case .failed(let error) = $0 { error } else { nil } }
  }

  /// The reasons of ends that are not failures.
  public var ends: [PlayerStatus.EndReason] {
    compactMap { if case .ended(let reason) = $0 { reason } else { nil } }
  }

  /// The `id`s of the tracks loaded, in order.
  public var trackIDs: [String] {
    compactMap { if case .track(let track, _) = $0 { track?.id } else { nil } }
  }

  /// The reason for which each track was loaded, in order.
  public var transitions: [TransitionReason] {
    compactMap { if case .track(_, let reason) = $0 { reason } else { nil } }
  }
}

extension Sequence where Element == PlayerEvent {
  /// The changes, in order.
  public var changes: [PlaybackChange] { map(\.change) }
  /// The states entered, in order.
  public var states: [PlayerState] { changes.states }
  /// The failures.
  public var failures: [PlayerError] { changes.failures }
  /// The reasons of ends that are not failures.
  public var ends: [PlayerStatus.EndReason] { changes.ends }
  /// The positions at which seeks completed.
  public var completedSeeks: [Duration] { changes.completedSeeks }
}

extension Sequence where Element == QueuePlayerEvent {
  /// The playback changes of the current entry, in order.
  public var changes: [PlaybackChange] {
    compactMap { if case .playback(let change) = $0.change { change } else { nil } }
  }
  /// The states entered, in order.
  public var states: [PlayerState] { changes.states }
  /// The positions at which seeks completed.
  public var completedSeeks: [Duration] { changes.completedSeeks }

  /// The changes of the current entry.
  public var transitions: [QueueTransition] {
    compactMap { if case .transition(let transition) = $0.change { transition } else { nil } }
  }

  /// The failures.
  public var failures: [QueueFailure] {
    compactMap { if case .failed(let failure) = $0.change { failure } else { nil } }
  }

  /// The ends of the queue.
  public var ends: [QueueEndReason] {
    compactMap { if case .ended(let reason) = $0.change { reason } else { nil } }
  }
}
