import Locking

// One timer, for whatever the machine waits for next.
extension QueuePlayer {
  /// Keeps one timer, for whatever the machine waits for next.
  func setTimer() {
    state.keepTimer(at: \.timer, on: clock, until: \.machine.deadline) { [weak self] deadline in
      self?.timerFired(deadline)
    }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    turn { state, now in
      if state.timer?.deadline == deadline { state.timer = nil }
      return state.machine.tick(now: max(now, deadline))
    }
  }
}
