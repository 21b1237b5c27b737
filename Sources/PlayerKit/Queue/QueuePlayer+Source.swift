// What comes after what is there.
extension QueuePlayer {
  /// How many entries may still be to come, in play order, when the queue tells that it will end
  /// (``QueueChange/willEnd(remaining:)``) and asks its ``source``; at least 0. Set at any time.
  public var endLookAhead: Int {
    get { state.withLock(\.machine.configuration.endLookAhead) }
    set { turn { $0.machine.setEndLookAhead(newValue, now: $1) } }
  }

  /// Makes the queue endless: asked for more when its end comes near; `nil`, as at first: nobody is.
  ///
  /// It is asked while music plays, or loads to play, and at most ``endLookAhead`` entries are still
  /// to come; never under ``RepeatMode/all``, never for an empty queue, never while paused or
  /// suppressed. What it gives is appended as one edit. Where the queue comes to its end meanwhile,
  /// no end is told: the queue asks at once, unless a question is put already, and goes on by itself
  /// with the answer (``TransitionReason/auto``); ``QueuePlayerStatus/isAwaitingMore`` tells so.
  /// Nothing, an error, or no answer in time is the end then (``QueueEndReason/finished``). To append
  /// something meanwhile goes on with that; to ``stop()`` ends the wait.
  ///
  /// Set again: what was asked before is cancelled and forgotten.
  public var source: (any QueueSource)? {
    get { state.withLock(\.machine.endless?.source) }
    set { turn { $0.machine.setSource(newValue, now: $1) } }
  }
}
