import PlayerKitSystem

/// Repeats a call with a clock's single timers.
final class RepeatedCalls: Sendable {
  private struct State {
    /// The timer of the next call, and when it is due.
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

  /// Cancels the calls. Has no effect on a call in progress.
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
      // It may have fired by now, and the next timer may already be set.
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

  /// Returns the first due instant that has not passed yet.
  private func instant(after due: MonotonicInstant) -> MonotonicInstant {
    let late = max(.zero, clock.now - due)
    var next = due + interval * (late / interval).rounded(.down)
    while next <= max(due, clock.now) { next = next + interval }
    return next
  }
}

extension Duration {
  /// The duration clamped to the valid intervals of repeated calls: 1 ms to 100 years.
  var boundedInterval: Duration { max(.milliseconds(1), bounded) }
}
