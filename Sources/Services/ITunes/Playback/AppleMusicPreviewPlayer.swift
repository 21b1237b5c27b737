import MusicCatalog
import PlayerKit
import ServiceKit

/// Plays the previews of songs of Apple Music and the iTunes Store, about 30 s each, without an
/// account. Its tracks are ``AppleMusicPlayable``, such as ``AppleMusicTrack``.
///
/// A preview is looked up when its track is about to be opened, not when it is queued.
public typealias AppleMusicPreviewPlayer = PreviewPlayer<AppleMusicPreviewFinder>

extension EnginePlayer where Resolver == PreviewResolver<AppleMusicPreviewFinder> {
  /// Makes a player on `engine`, which it keeps alive and does not close.
  ///
  /// - Parameters:
  ///   - catalogs: Who knows the previews, the preferred first: an `AppleMusicClient`, an
  ///     `ITunesSearchClient`, or both. The second is asked where the first cannot be.
  ///   - catalogClock: Whose calendar tells what has expired.
  public convenience init(
    engine: any AudioEngine,
    catalogs: [any AppleMusicPreviewCatalog],
    clock: any PlaybackClock = SystemPlaybackClock(),
    catalogClock: any CatalogClock = SystemCatalogClock()
  ) {
    let finder = AppleMusicPreviewFinder(catalogs: catalogs)
    self.init(
      resolver: PreviewResolver(finder: finder, clock: catalogClock),
      engine: engine,
      clock: clock
    )
  }
}
