import PlayerKit

/// A service that counts all plays. Its ``MusicService/name`` is used in stores and never changes.
public protocol ScrobbleService: MusicService {
  /// The user who is signed in, or `nil` if nobody is. Waiting plays are sent only with the account
  /// that played them.
  var account: String? { get }
  /// The rule for when a play counts.
  var rule: ScrobbleRule { get }
  /// The maximum number of listens per request.
  var batchSize: Int { get }

  /// Reports the current track. Tried only once.
  func tellNowPlaying(_ listen: Listen) async throws
  /// Sends plays, at most `batchSize`. If a response was lost, a listen is sent again with the same
  /// artist, title, and date.
  ///
  /// - Returns: The verdict for each listen, in order. If verdicts are missing, the scrobbler sends
  ///   each listen alone. A listen without a verdict is then refused.
  /// - Throws: If it is unknown whether the plays count.
  ///   - After a ``ScrobbleRefusal`` the scrobbler sends each listen alone. It drops a listen that
  ///     is refused alone.
  ///   - After a `CatalogError` about the sign-in the scrobbler stops until there is another
  ///     sign-in. This applies only if the error comes from the service itself: it has `details`,
  ///     or no HTTP status.
  ///   - After any other error the scrobbler sends the same plays again later.
  func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict]
  /// Sets the listener's feeling about a track.
  func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws
}

/// The service's verdict about a listen.
@nonexhaustive public enum ScrobbleVerdict: Sendable, Hashable {
  /// It counts.
  case accepted
  /// It does not count and never will.
  case refused(reason: String)
  /// It does not count now. Send it again after this time, one day at most, or on the next day if
  /// it is `nil`.
  case later(Duration?)
}

/// A refusal for good by the service itself. It is based on the service's own message, not on an
/// HTTP status, which any server in between may send.
public struct ScrobbleRefusal: Error, Sendable, Hashable {
  /// The reason, for people.
  public var reason: String

  /// Makes a refusal.
  public init(reason: String) {
    self.reason = reason
  }
}

/// A listener's feeling about a track.
public enum ListenerFeeling: Int, Sendable, Hashable {
  case love = 1
  case none = 0
  /// Services without this feeling treat it as ``none``.
  case hate = -1
}
