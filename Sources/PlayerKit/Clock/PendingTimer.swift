import PlayerKitSystem

/// The timer of somebody who waits for one thing at a time; kept behind the same lock as what tells
/// when that is.
struct PendingTimer: Sendable {
  let deadline: MonotonicInstant
  /// `nil` until the clock has given it.
  var handle: ClockTimer?
}

extension Locked {
  /// Keeps one timer on a clock, for whatever the value waits for next. To be called after each
  /// change, outside of the lock.
  ///
  /// - Parameters:
  ///   - timer: where the value keeps the timer.
  ///   - deadline: what the value waits for; `nil`: nothing.
  ///   - fire: called once at the deadline, unless another one has taken its place.
  func keepTimer(
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
}
