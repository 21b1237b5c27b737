import PlayerKit
import PlayerKitServices

/// An event of a ``Scrobbler``.
@nonexhaustive public enum ScrobbleEvent: Sendable {
  /// A play counts and is stored in the outbox.
  case kept(Listen)
  /// The service has accepted the play.
  case told(Listen)
  /// The service refuses the play for good. It was removed from the outbox.
  case refused(Listen, reason: String)
  /// This many waiting plays were unreadable. They were removed from the outbox.
  case unreadable(Int)
  /// A play counts but could not be stored.
  case lost(Listen, any Error)
  /// A request failed. Plays stay in the outbox.
  case failed(any Error)
}
