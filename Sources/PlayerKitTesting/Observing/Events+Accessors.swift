import PlayerKit

// What tests look for in events. An `if case` each, since all other changes are none of theirs.

extension Sequence where Element == PlaybackChange {
  /// The states entered, in order.
  public var states: [PlayerState] {
    compactMap { if case .state(_, let state) = $0 { state } else { nil } }
  }

  /// The positions at which requests to seek were settled.
  public var completedSeeks: [Duration] {
    compactMap { if case .seekCompleted(let position) = $0 { position } else { nil } }
  }

  /// The jumps of the position.
  public var jumps: [PositionDiscontinuity] {
    compactMap { if case .discontinuity(let jump) = $0 { jump } else { nil } }
  }

  /// What was wished for, in order: to play, or not.
  public var playIntents: [Bool] {
    compactMap { if case .wantsToPlay(let wantsToPlay, _) = $0 { wantsToPlay } else { nil } }
  }

  /// What the player at hand was asked and could not do.
  public var unsupported: [PlayerCapabilities] {
    compactMap { if case .unsupported(let capabilities) = $0 { capabilities } else { nil } }
  }

  /// Up to where the bytes were there, in order.
  public var bufferedPositions: [Duration?] {
    compactMap { if case .bufferedPosition(let position) = $0 { .some(position) } else { nil } }
  }

  /// The failures.
  public var failures: [PlayerError] {
    compactMap { if case .failed(let error) = $0 { error } else { nil } }
  }

  /// The ends that are no failures.
  public var ends: [PlayerStatus.EndReason] {
    compactMap { if case .ended(let reason) = $0 { reason } else { nil } }
  }

  /// The `id`s of the tracks loaded, in order.
  public var trackIDs: [String] {
    compactMap { if case .track(let track, _) = $0 { track?.id } else { nil } }
  }

  /// Why each track was loaded, in order.
  public var transitions: [TransitionReason] {
    compactMap { if case .track(_, let reason) = $0 { reason } else { nil } }
  }
}

extension Sequence where Element == PlayerEvent {
  /// What changed, in order.
  public var changes: [PlaybackChange] { map(\.change) }
  /// The states entered, in order.
  public var states: [PlayerState] { changes.states }
  /// The failures.
  public var failures: [PlayerError] { changes.failures }
  /// The ends that are no failures.
  public var ends: [PlayerStatus.EndReason] { changes.ends }
  /// The positions at which requests to seek were settled.
  public var completedSeeks: [Duration] { changes.completedSeeks }
}

extension Sequence where Element == QueuePlayerEvent {
  /// What changed about playback of the current entry, in order.
  public var changes: [PlaybackChange] {
    compactMap { if case .playback(let change) = $0.change { change } else { nil } }
  }
  /// The states entered, in order.
  public var states: [PlayerState] { changes.states }
  /// The positions at which requests to seek were settled.
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
