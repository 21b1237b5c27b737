/// When a queue looks for what follows the current track, and has it opened.
@nonexhaustive public enum NextPreparation: Sendable, Hashable {
  /// As soon as the current track can sound. ``QueuePlayer/next()`` then begins what follows at once,
  /// anywhere in the current track. It costs the look-up and the first bytes of each track that
  /// follows, also of one that is skipped over then.
  case early
  /// This long before the end of the current track, or before what of it is to be faded over
  /// (``OutputSettings/crossfade``); as soon as it can sound where it is shorter. Where its length is
  /// not known, what follows is loaded when it is reached, with a gap.
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
