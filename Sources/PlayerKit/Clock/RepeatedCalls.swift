import PlayerKitSystem

/// Calls again and again, by the timers of a clock that each call once.
final class RepeatedCalls: Sendable {
  private struct State {
    /// That of the next call, and when that is due.
    var timer: (handle: ClockTimer, due: MonotonicInstant)?
    var isCancelled = false
  }

  private let body: @Sendable () -> Void
  private let interval: Duration
  private let clock: any PlaybackClock
  private let state = Locked(State())

  init(
    of body: @escaping @Sendable () -> Void,
    every interval: Duration,
    on clock: any PlaybackClock
  ) {
    self.body = body
    self.interval = interval.boundedInterval
    self.clock = clock
  }

  /// Has no effect on a call that is under way.
  func cancel() {
    let timer = state.withLock { state in
      state.isCancelled = true
      return state.timer.take()
    }
    timer?.handle.cancel()
  }

  func schedule(at due: MonotonicInstant) {
    guard !isCancelled else { return }
    let timer = clock.schedule(at: due) { self.call(due) }
    let isWanted = state.withLock { state in
      // It may have called by now, and the next one be there already.
      let isNext = state.timer.map { due > $0.due } ?? true
      if !state.isCancelled, isNext { state.timer = (timer, due) }
      return !state.isCancelled
    }
    if !isWanted { timer.cancel() }
  }

  private func call(_ due: MonotonicInstant) {
    guard !isCancelled else { return }
    body()
    schedule(at: instant(after: due))
  }

  private var isCancelled: Bool { state.withLock(\.isCancelled) }

  /// The first that is still to come of those at which calls are due.
  private func instant(after due: MonotonicInstant) -> MonotonicInstant {
    let late = max(.zero, clock.now - due)
    var next = due + interval * (late / interval).rounded(.down)
    while next <= max(due, clock.now) { next = next + interval }
    return next
  }
}

extension Duration {
  /// What may lie between calls that repeat: at least a millisecond, at most a century.
  var boundedInterval: Duration { max(.milliseconds(1), bounded) }
}
