import PlayerKitSystem

/// A timer that waits for one deadline at a time, guarded by the same lock as the state that
/// determines the deadline.
package struct PendingTimer: Sendable {
  package let deadline: MonotonicInstant
  /// `nil` until the clock has returned it.
  package fileprivate(set) var handle: ClockTimer?
}

extension Locked {
  /// Keeps one timer on a clock for the value's next deadline. Call it after each change, outside
  /// the lock.
  ///
  /// - Parameters:
  ///   - timer: The property that stores the timer.
  ///   - deadline: Returns the next deadline; `nil` if there is none.
  ///   - fire: Called once at the deadline, unless another one has replaced it.
  package func keepTimer(
    at timer: WritableKeyPath<Value, PendingTimer?>,
    on clock: any PlaybackClock,
    until deadline: (Value) -> MonotonicInstant?,
    _ fire: @escaping @Sendable (MonotonicInstant) -> Void
  ) {
    let change = withLock { value -> (old: ClockTimer?, new: MonotonicInstant?)? in
      let deadline = deadline(value)
      guard deadline != value[keyPath: timer]?.deadline else { return nil }
      let old = value[keyPath: timer]?.handle
      value[keyPath: timer] = deadline.map { PendingTimer(deadline: $0) }
      return (old, deadline)
    }
    guard let change else { return }
    change.old?.cancel()
    guard let deadline = change.new else { return }
    let handle = clock.schedule(at: deadline) { fire(deadline) }
    let isWanted = withLock { value in
      guard value[keyPath: timer]?.deadline == deadline else { return false }
      value[keyPath: timer]?.handle = handle
      return true
    }
    if !isWanted { handle.cancel() }
  }

  /// Removes the timer of a deadline that was reached.
  ///
  /// - Returns: `false` if another timer has replaced it.
  package func removeTimer(
    at timer: WritableKeyPath<Value, PendingTimer?>,
    dueAt deadline: MonotonicInstant
  ) -> Bool {
    withLock { value in
      guard value[keyPath: timer]?.deadline == deadline else { return false }
      value[keyPath: timer] = nil
      return true
    }
  }
}
