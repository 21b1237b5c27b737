/// When a queue pauses by itself.
@nonexhaustive public enum SleepTimer: Sendable, Hashable {
  /// At this time, on the queue's clock.
  case at(MonotonicInstant)
  /// Where the current track ends, or the one that a command goes to before.
  case endOfTrack

  /// After a time from now, at most a century.
  ///
  /// - Parameter clock: The queue's clock.
  public static func after(
    _ time: Duration,
    on clock: some PlaybackClock = SystemPlaybackClock()
  ) -> SleepTimer {
    .at(clock.now + time.bounded)
  }
}

extension Duration {
  /// At least nothing, at most a century: what can be reckoned with.
  var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }
}
