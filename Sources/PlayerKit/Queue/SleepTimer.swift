/// When a queue pauses by itself.
@nonexhaustive public enum SleepTimer: Sendable, Hashable {
  /// At this time, on the queue's clock. Before it the sound fades out evenly over `fadingOut`.
  case at(MonotonicInstant, fadingOut: Duration = .zero)
  /// Where the current track ends, or the one that a command goes to before.
  case endOfTrack

  /// After a time from now, at most a century.
  ///
  /// - Parameters:
  ///   - fade: How long the sound fades out before that time. If it is longer than `time`, the fade
  ///     begins at once and takes as long as `time`. Zero or less for no fade.
  ///   - clock: The queue's clock.
  public static func after(
    _ time: Duration,
    fadingOut fade: Duration = .zero,
    on clock: some PlaybackClock = SystemPlaybackClock()
  ) -> SleepTimer {
    .at(clock.now + time.bounded, fadingOut: min(time, fade).bounded)
  }
}

extension Duration {
  /// At least nothing, at most a century: what can be reckoned with.
  var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }
}
