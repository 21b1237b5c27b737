/// Finds out where the bytes of a service's tracks are: all that distinguishes one ``EnginePlayer``
/// from another.
public protocol MediaResolver: Sendable {
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
}

extension MediaResolver {
  /// Nothing is known without waiting.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? { nil }
}
