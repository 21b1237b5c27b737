/// Plays plain audio: files, and http(s) URLs. Its tracks are ``URLPlayable``, such as ``URLTrack``.
public typealias URLPlayer = EnginePlayer<URLResolver>

extension EnginePlayer where Resolver == URLResolver {
  /// Makes a player of plain URLs on `engine`, which it keeps alive and does not close.
  public convenience init(
    engine: any AudioEngine,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(resolver: URLResolver(), engine: engine, clock: clock)
  }
}

/// A track that says itself where its bytes are.
public protocol URLPlayable: Track {
  /// Where the bytes are. Asked when the track is about to be opened; must not block.
  func mediaSource() throws(PlayerError) -> MediaSource
}

extension URLPlayable {
  /// Played by ``URLPlayer``.
  public var playerTypes: [PlayerType] { [.url] }
}

/// Asks the track itself.
public struct URLResolver: MediaResolver {
  /// Makes a resolver.
  public init() {}

  /// Plain URLs.
  public var playerType: PlayerType { .url }

  /// This one if the track says where its bytes are.
  public func resolvers(for track: any Track) -> [any MediaResolver] {
    track is any URLPlayable ? [self] : []
  }

  /// The track's own answer.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try Self.source(of: track)
  }

  /// The track's own answer.
  public func resolve(_ track: any Track) async throws -> MediaSource { try Self.source(of: track) }

  private static func source(of track: any Track) throws(PlayerError) -> MediaSource {
    guard let track = track as? any URLPlayable else {
      throw PlayerError(.invalidItem, "The track does not say where its bytes are.")
    }
    return try track.mediaSource()
  }
}
