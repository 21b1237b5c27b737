import PlayerKit

/// A service that counts what is heard.
///
/// Conform a type to tell another service.
public protocol ScrobbleService: Sendable {
  /// What it is called in stores: `lastfm`. It never changes.
  var name: String { get }
  /// When a play counts.
  var rule: ScrobbleRule { get }
  /// How many listens it takes at once.
  var batchSize: Int { get }

  /// Tells what plays now. Tried once.
  func tellNowPlaying(_ listen: Listen) async throws
  /// Tells what was heard, `batchSize` at most. It may be told twice of the same listen, where an answer was lost:
  /// with the same artist, title and date.
  ///
  /// - Returns: what became of each, in order. Where there are fewer than listens, each is told alone, and one of which
  ///   nothing is said then is refused.
  /// - Throws: where it is not known that they count. After a ``ScrobbleRefusal`` each is told alone, and one that is
  ///   refused alone is dropped. A `CatalogError` about the sign-in ends the telling until there is another one, where
  ///   it has no status of HTTP, or `details`, in which the service itself speaks. After any other error the same is
  ///   told again, later.
  func submit(_ listens: [Listen]) async throws -> [ScrobbleVerdict]
  /// Says what the listener thinks of a track.
  func setFeeling(_ feeling: ListenerFeeling, for listen: Listen) async throws
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
