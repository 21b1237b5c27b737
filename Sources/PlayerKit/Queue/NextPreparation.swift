/// When a queue resolves and opens the track after the current one.
@nonexhaustive public enum NextPreparation: Sendable, Hashable {
  /// As soon as the current track can play. ``QueuePlayer/next()`` then starts the next track at
  /// once from anywhere in the current one. This costs a lookup and the first bytes of each next
  /// track, even if that track is then skipped.
  case early
  /// This long before the end of the current track or before its crossfade
  /// (``OutputSettings/crossfade``); as soon as the track can play if it is shorter. If its length
  /// is unknown, the next track is loaded when it is reached, with a gap.
  case beforeEnd(Duration)
}

extension NextPreparation {
  var bounded: NextPreparation {
    switch self {
    case .early: .early
    case .beforeEnd(let lead): .beforeEnd(lead.bounded)
    }
  }
}
