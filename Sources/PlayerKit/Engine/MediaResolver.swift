/// Resolves the tracks of a service to media sources. This is all that distinguishes one
/// ``EnginePlayer`` from another.
public protocol MediaResolver: MediaResolving {
  /// The type of tracks that the resolver is for.
  var playerType: PlayerType { get }

  /// Returns the source if it is known without waiting; `nil` to ask ``resolve(_:)``. Must not
  /// block.
  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource?

  /// Returns the source, as late as possible before it is opened. Canceled if the track is no
  /// longer wanted; the result is then ignored.
  ///
  /// - Throws: Preferably a ``PlayerError``. Any other error is wrapped in one that counts as
  ///   retryable.
  func resolve(_ track: any Track) async throws -> MediaSource

  /// Returns the ``MediaSource/cacheKey`` of the track's sources without using a network; `nil` if
  /// it is unknown or nothing may be cached. If ``resolve(_:)`` fails with a retryable error, a
  /// completely cached track plays from disk by this key. Must not block.
  func cacheKey(of track: any Track) -> String?

  /// Discards what is remembered of a track, because the source that was returned for it failed to
  /// play. Called before anyone else learns of the failure, on any thread; must not block.
  func forget(_ track: any Track, after error: PlayerError)
}

extension MediaResolver {
  /// Returns this resolver, for every track.
  public func resolvers(for track: any Track) -> [any MediaResolver] { [self] }

  /// Nothing is known without waiting.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? { nil }

  /// Unknown.
  public func cacheKey(of track: any Track) -> String? { nil }

  /// Nothing is remembered.
  public func forget(_ track: any Track, after error: PlayerError) {}
}

/// Finds the resolvers of a track: the services of an app, or a single resolver.
public protocol MediaResolving: Sendable {
  /// Returns the resolvers that can find the audio of a track, in the order of
  /// ``Track/playerTypes``. Empty if no resolver can.
  func resolvers(for track: any Track) -> [any MediaResolver]
}

extension MediaResolving {
  /// Returns the resolver to try first; `nil` if no resolver can find the audio of the track.
  public func resolver(for track: any Track) -> (any MediaResolver)? {
    resolvers(for: track).first
  }
}
