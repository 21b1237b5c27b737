import Foundation
import MusicCatalog
import PlayerKit

/// Turns tracks of a service into the addresses of their previews: late, once, and again when an
/// address has expired.
///
/// An address is remembered for a day, or until it expires by its own statement. One that the media
/// server refuses all the same is forgotten, and found anew while the track loads or plays. So is what
/// failed to play, when the track is loaded again: then the service is asked.
public struct PreviewResolver<Finder: PreviewFinder>: MediaResolver {
  private let finder: Finder
  private let cache: PreviewCache

  /// Makes a resolver with a memory of its own.
  ///
  /// - Parameters:
  ///   - finder: Who asks the service.
  ///   - capacity: How many previews are remembered.
  ///   - lifetime: How long an address is remembered whose expiration is not stated.
  ///   - clock: Whose calendar tells what has expired.
  public init(
    finder: Finder,
    capacity: Int = 1_000,
    lifetime: Duration = .seconds(86_400),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.finder = finder
    let limits = PreviewCache.Limits(count: capacity, age: lifetime / .seconds(1), leeway: 60)
    cache = PreviewCache(limits: limits) { clock.date }
  }

  /// The finder's.
  public var playerType: PlayerType { finder.playerType }

  /// What is remembered, or known by the track; throws `invalidItem` for a track that is not one of the service's.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let key = try key(of: track)
    return known(track, key: key).map { source(of: $0, track: track, key: key) }
  }

  /// What is remembered, else what the service says.
  ///
  /// - Throws: `PlayerError`, with the code `noPreview` where the service has none.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    let key = try key(of: track)
    if let preview = known(track, key: key) { return source(of: preview, track: track, key: key) }
    return source(of: try await find(track, key: key), track: track, key: key)
  }

  /// Forgets the address that the track failed with, even where the track itself knows it.
  /// The service may name the same again: the fault can have been elsewhere.
  public func forget(_ track: any Track, after error: PlayerError) {
    guard let key = finder.key(of: track),
      let preview = cache.preview(for: key) ?? finder.knownPreview(of: track)
    else { return }
    cache.noteFailure(of: preview, for: key)
  }

  private func key(of track: any Track) throws(PlayerError) -> PreviewKey {
    if let key = finder.key(of: track) { return key }
    throw PlayerError(.invalidItem, "The track is none of this service's.")
  }

  private func known(_ track: any Track, key: PreviewKey) -> Preview? {
    if let preview = cache.preview(for: key) { return preview }
    guard let preview = finder.knownPreview(of: track),
      preview != cache.failedPreview(for: key)
    else { return nil }
    // Expired by its own statement, it is not given out.
    cache.remember(preview, for: key)
    return cache.preview(for: key)
  }

  private func find(
    _ track: any Track,
    key: PreviewKey,
    insteadOf refused: Preview? = nil
  ) async throws -> Preview {
    let found: Preview?
    do {
      found =
        if let refused {
          try await finder.preview(of: track, insteadOf: refused)
        } else {
          try await finder.preview(of: track)
        }
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
    guard let found else {
      throw PlayerError(.noPreview, "The service has no preview of this track.")
    }
    cache.remember(found, for: key)
    return found
  }

  private func source(of preview: Preview, track: any Track, key: PreviewKey) -> MediaSource {
    MediaSource(.remote(preview.url), headers: preview.headers) {
      cache.forget(preview, for: key)
      // Another track's renewal may have found it meanwhile. What the track knows is what failed.
      let known = cache.preview(for: key)
      let renewed =
        if let known { known } else { try await find(track, key: key, insteadOf: preview) }
      return MediaSource(.remote(renewed.url), headers: renewed.headers)
    }
  }
}

/// A player of a service's previews.
public typealias PreviewPlayer<Finder: PreviewFinder> = EnginePlayer<PreviewResolver<Finder>>
