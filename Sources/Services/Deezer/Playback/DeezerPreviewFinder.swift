import MusicCatalog
import PlayerKit
import ServiceKit

/// Finds the previews of Deezer's tracks, whose addresses expire within minutes to a day.
public struct DeezerPreviewFinder: PreviewFinder {
  private let client: DeezerClient

  /// Makes a finder that asks `client`.
  public init(client: DeezerClient) {
    self.client = client
  }

  /// Previews of Deezer.
  public var playerType: PlayerType { .deezerPreview }

  /// The track's id.
  public func key(of track: any Track) -> PreviewKey? {
    (track as? any DeezerPlayable).map { PreviewKey(id: $0.deezerID) }
  }

  /// Asks for the track.
  public func preview(of track: any Track) async throws -> Preview? {
    guard let track = track as? any DeezerPlayable else { return nil }
    return Preview(of: try await client.track(track.deezerID))
  }
}

/// Plays the previews of Deezer, 30 s each, without an account. Its tracks are ``DeezerPlayable``.
public typealias DeezerPreviewPlayer = PreviewPlayer<DeezerPreviewFinder>

extension EnginePlayer where Resolver == PreviewResolver<DeezerPreviewFinder> {
  /// Makes a player on `engine`, which it keeps alive and does not close.
  ///
  /// - Parameters:
  ///   - client: Asked for the tracks.
  ///   - catalogClock: Whose calendar tells what has expired.
  public convenience init(
    engine: any AudioEngine,
    client: DeezerClient,
    clock: any PlaybackClock = SystemPlaybackClock(),
    catalogClock: any CatalogClock = SystemCatalogClock()
  ) {
    self.init(
      resolver: PreviewResolver(finder: DeezerPreviewFinder(client: client), clock: catalogClock),
      engine: engine,
      clock: clock
    )
  }
}
