/// What follows the natural end of a track, and of the queue.
public enum RepeatMode: String, Sendable, Hashable, CaseIterable, Codable {
  /// Nothing is repeated.
  case off
  /// The track repeats at its natural end; commands move on.
  case one
  /// The queue begins again, shuffled anew where it is shuffled.
  case all
}
