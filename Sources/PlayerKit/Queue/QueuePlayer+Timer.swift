import Locking

// One timer, for whatever the machine waits for next.
extension QueuePlayer {
  /// Keeps one timer, for whatever the machine waits for next.
  func setTimer() {
    let change = state.withLock { state -> (old: ClockTimer?, new: MonotonicInstant?)? in
      let deadline = state.machine.deadline
      guard deadline != state.timer?.deadline else { return nil }
      let old = state.timer?.handle
      state.timer = deadline.map { ($0, nil) }
      return (old, deadline)
    }
    guard let change else { return }
    change.old?.cancel()
    guard let deadline = change.new else { return }
    let timer = clock.schedule(at: deadline) { [weak self] in self?.timerFired(deadline) }
    let isWanted = state.withLock { state in
      guard state.timer?.deadline == deadline else { return false }
      state.timer?.handle = timer
      return true
    }
    if !isWanted { timer.cancel() }
  }

  private func timerFired(_ deadline: MonotonicInstant) {
    turn { state, now in
      if state.timer?.deadline == deadline { state.timer = nil }
      return state.machine.tick(now: max(now, deadline))
    }
  }
}
