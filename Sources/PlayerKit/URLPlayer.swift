/// Plays plain audio: files and HTTP(S) URLs. Its tracks are ``URLPlayable``, such as ``URLTrack``.
public typealias URLPlayer = EnginePlayer<URLResolver>

extension EnginePlayer where Resolver == URLResolver {
  /// Creates a player of plain URLs on `engine`, which it retains and does not close.
  public convenience init(
    engine: any AudioEngine,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(resolver: URLResolver(), engine: engine, clock: clock)
  }
}

/// A track that knows where its bytes are.
public protocol URLPlayable: Track {
  /// Returns where the bytes are. Called when the track is about to be opened; must not block.
  func mediaSource() throws(PlayerError) -> MediaSource
}

extension URLPlayable {
  /// Played by ``URLPlayer``.
  public var playerTypes: [PlayerType] { [.url] }
}

/// A resolver that asks the track itself.
public struct URLResolver: MediaResolver {
  /// Creates a resolver.
  public init() {}

  /// Plain URLs.
  public var playerType: PlayerType { .url }

  /// Returns this resolver if the track is ``URLPlayable``.
  public func resolvers(for track: any Track) -> [any MediaResolver] {
    track is any URLPlayable ? [self] : []
  }

  /// Returns the track's own source.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try Self.source(of: track)
  }

  /// Returns the track's own source.
  public func resolve(_ track: any Track) async throws -> MediaSource { try Self.source(of: track) }

  private static func source(of track: any Track) throws(PlayerError) -> MediaSource {
    guard let track = track as? any URLPlayable else {
      throw PlayerError(.invalidItem, "The track does not say where its bytes are.")
    }
    return try track.mediaSource()
  }
}
