/// When a queue pauses by itself.
public enum SleepTimer: Sendable, Hashable {
  /// At this time, on the queue's clock.
  case at(MonotonicInstant)
  /// Where the current track ends, or the one that a command goes to before.
  case endOfTrack
}
