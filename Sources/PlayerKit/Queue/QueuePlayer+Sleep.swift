// The sleep timer.
extension QueuePlayer {
  /// When playback pauses by itself; `nil`: no timer is set.
  public var sleepTimer: SleepTimer? { queueStatus.sleepTimer }

  /// Pauses after a time, of clock and not of tracks: it goes on while paused, and from track to
  /// track. Takes the place of a timer that was set before. Where the time is not above 0: pauses at
  /// once.
  ///
  /// Playing is not wanted any more then (``WantsToPlayReason/sleepTimer``), and the timer is gone;
  /// ``play()`` goes on where it paused. Where playing is not wanted anyhow, nothing else changes.
  public func sleep(after time: Duration) {
    turn { state, now in
      let timer = SleepTimer.at(now + time.bounded)
      return state.machine.setSleepTimer(timer, now: now)
    }
  }

  /// Pauses at a time of the queue's clock; where that has passed, at once. As
  /// ``sleep(after:)`` otherwise.
  public func sleep(at instant: MonotonicInstant) {
    turn { $0.machine.setSleepTimer(.at(instant), now: $1) }
  }

  /// Pauses where the current track ends or fails. A command that goes to another entry leaves the
  /// timer on, for that entry. The entry stays current: ``play()`` begins it anew, ``next()`` goes to
  /// the one behind it. Takes the place of a timer that was set before.
  public func sleepAtEndOfTrack() {
    turn { $0.machine.setSleepTimer(.endOfTrack, now: $1) }
  }

  /// Takes the timer away. Where none is set: no effect.
  public func cancelSleepTimer() {
    turn { $0.machine.setSleepTimer(nil, now: $1) }
  }
}

extension Duration {
  /// At least nothing, at most a century: what can be reckoned with.
  var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }
}
