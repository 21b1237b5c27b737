/// Finds out where the bytes of a service's tracks are: all that distinguishes one ``EnginePlayer``
/// from another.
public protocol MediaResolver: MediaResolving {
  /// The type of the tracks that it is for.
  var playerType: PlayerType { get }

  /// The source, where it is known without waiting; `nil`: ask ``resolve(_:)``. Must not block.
  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource?

  /// The source, as late as possible before it is opened. Cancelled where the track is no longer
  /// wanted; what it then returns or throws is ignored.
  ///
  /// - Throws: best a ``PlayerError``; any other error becomes one, as its cause, that a retry may
  ///   help.
  func resolve(_ track: any Track) async throws -> MediaSource

  /// The ``MediaSource/cacheKey`` that the track's sources have, told without a network; `nil`: it
  /// is not known, or nothing is to be kept. By it a track plays that lies whole on the disk, where
  /// ``resolve(_:)`` fails with an error that a retry may help. Must not block.
  func cacheKey(of track: any Track) -> String?

  /// What was given out for a track failed to play: whatever is remembered of it must not be given
  /// out again. Called before anybody else hears of the failure, on any thread; must not block.
  func forget(_ track: any Track, after error: PlayerError)
}

extension MediaResolver {
  /// This resolver, for every track.
  public func resolvers(for track: any Track) -> [any MediaResolver] { [self] }

  /// Nothing is known without waiting.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? { nil }

  /// It is not known.
  public func cacheKey(of track: any Track) -> String? { nil }

  /// Nothing is remembered.
  public func forget(_ track: any Track, after error: PlayerError) {}
}
