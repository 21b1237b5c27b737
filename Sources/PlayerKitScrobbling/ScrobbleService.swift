import PlayerKit

/// A service that counts what is heard.
///
/// Conform a type to tell another service.
public protocol ScrobbleService: Sendable {
  /// What it is called in stores: `lastfm`. It never changes.
  var name: String { get }
  /// Who is signed in; `nil`: not known. What waits is sent only with the account under which it was heard.
  var account: String? { get }
  /// When a play counts.
  var rule: ScrobbleRule { get }
  /// How many listens it takes at once.
  var batchSize: Int { get }

  /// Tells what plays now. Tried once.
  func tellNowPlaying(_ listen: Listen) async throws
  /// Tells what was heard, `batchSize` listens at most. Where an answer was lost, a listen comes twice, with the
  /// same artist, title and date.
  ///
  /// - Returns: what became of each, in order. Where verdicts are missing, the scrobbler tells each listen alone. A
  ///   listen that gets no verdict then is refused.
  /// - Throws: where it is not known whether they count.
  ///   - After a ``ScrobbleRefusal`` the scrobbler tells each listen alone. It drops a listen with a refusal of its own.
  ///   - A `CatalogError` about the sign-in ends the telling until there is another sign-in, if the service itself
  ///     said it: the error has `details`, or no status of HTTP.
  ///   - After any other error the scrobbler tells the same again, later.
  func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict]
  /// Says what the listener thinks of a track.
  func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws
}

extension ScrobbleService {
  /// Not known.
  public var account: String? { nil }
}

/// What became of a listen.
@nonexhaustive public enum ScrobbleVerdict: Sendable, Hashable {
  /// It counts.
  case accepted
  /// It does not count, and never will.
  case refused(reason: String)
  /// It does not count now, and will when it is told again: after so long, a day at most; `nil`: on the next day.
  case later(Duration?)
}

/// A service itself says that it never takes what it was told: in words that are its own, not by a status that
/// anybody between may send.
public struct ScrobbleRefusal: Error, Sendable, Hashable {
  /// Why, for people.
  public var reason: String

  /// Makes one.
  public init(reason: String) {
    self.reason = reason
  }
}

/// What a listener thinks of a track.
public enum ListenerFeeling: Sendable, Hashable {
  case love
  case none
  /// Not every service can be told; then it is taken as ``none``.
  case hate
}
