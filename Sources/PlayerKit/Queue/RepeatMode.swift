/// What is repeated when a track or the queue ends naturally.
public enum RepeatMode: String, Sendable, Hashable, CaseIterable, Codable {
  /// Nothing is repeated.
  case off
  /// The track repeats at its natural end; commands move on.
  case one
  /// The queue begins again; while shuffled, in a new order.
  case all
}
