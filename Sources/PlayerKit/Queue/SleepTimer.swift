/// When a queue pauses by itself.
@nonexhaustive public enum SleepTimer: Sendable, Hashable {
  /// At this time, on the queue's clock. Before it, the sound fades out evenly over `fadingOut`.
  case at(MonotonicInstant, fadingOut: Duration = .zero)
  /// At the end of the current track, or of the track that a command goes to before then.
  case endOfTrack

  /// At a time from now, at most a century.
  ///
  /// - Parameters:
  ///   - time: The time from now.
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
  /// The duration clamped to 0…100 years, so that arithmetic does not overflow.
  var bounded: Duration { min(max(.zero, self), .seconds(100 * 365 * 86_400)) }
}
