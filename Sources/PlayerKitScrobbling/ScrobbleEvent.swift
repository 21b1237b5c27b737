import PlayerKit

/// What a ``Scrobbler`` tells.
@nonexhaustive public enum ScrobbleEvent: Sendable {
  /// A play counts, and is in the outbox.
  case kept(Listen)
  /// The service has it.
  case told(Listen)
  /// The service does not take it, and never will. It is out of the outbox.
  case refused(Listen, reason: String)
  /// So many plays that waited can't be read any more. They are out of the outbox.
  case unreadable(Int)
  /// A play counts, and could not be kept.
  case lost(Listen, any Error)
  /// Something could not be told. Plays stay in the outbox.
  case failed(any Error)
}
