import PlayerKit

/// A service that counts what is heard.
///
/// Conform a type to tell another service. Errors that are `CatalogError`s say by `isRetryable` whether to try again.
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
  /// - Returns: what became of each, in order.
  /// - Throws: where it is not known that they count.
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
}

/// What a listener thinks of a track.
public enum ListenerFeeling: Sendable, Hashable {
  case love
  case none
  /// Not every service can be told; then it is taken as ``none``.
  case hate
}
