import Foundation
import PlayerKit

/// Resolves a service's tracks to the addresses of their audio, as late as possible. For previews
/// and other addresses that a service issues for a limited time.
///
/// An address is cached for a day, or until its stated expiration. If the media server refuses it
/// earlier, the resolver drops it and finds another one while the track loads or plays. An address
/// that failed to play is dropped too: the next load of the track asks the service.
public struct StreamURLResolver<Finder: StreamURLProvider>: MediaResolver {
  package let finder: Finder
  private let cache: StreamURLCache

  /// Makes a resolver with its own cache.
  ///
  /// - Parameters:
  ///   - finder: The finder that asks the service.
  ///   - capacity: The maximum number of cached addresses.
  ///   - lifetime: How long an address without a stated expiration is cached.
  ///   - clock: The clock that decides what has expired.
  public init(
    finder: Finder,
    capacity: Int = 1_000,
    lifetime: Duration = .seconds(86_400),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.finder = finder
    cache = StreamURLCache(capacity: capacity, lifetime: lifetime, clock: clock)
  }

  /// The player type of the finder.
  public var playerType: PlayerType { finder.playerType }

  /// Returns the cached address or the one that the track carries. Throws `invalidItem` if the
  /// track does not belong to the service.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    let key = try key(of: track)
    return known(track, key: key).map { finished($0, track: track, key: key) }
  }

  /// Returns the cached address, or asks the service.
  ///
  /// - Throws: `PlayerError`, with the code `noPreview` if the service has no preview.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    let key = try key(of: track)
    if let address = known(track, key: key) { return finished(address, track: track, key: key) }
    return finished(try await find(track, key: key), track: track, key: key)
  }

  /// The service's player type and track id, if the finder allows caching media.
  public func cacheKey(of track: any Track) -> String? {
    finder.allowsCaching ? finder.key(of: track).map(name) : nil
  }

  private func name(_ key: StreamURLKey) -> String {
    "\(playerType.rawValue):\(key.storefront ?? ""):\(key.id)"
  }

  /// Drops the address that the track failed with, even if the track itself carries it. The service
  /// may return the same one again: the cause may have been elsewhere.
  public func forget(_ track: any Track, after error: PlayerError) {
    finder.forget(track)
    guard let key = finder.key(of: track),
      let address = cache.address(for: key) ?? finder.knownAddress(of: track)
    else { return }
    cache.forget(address, for: key, hasFailed: true)
  }

  private func key(of track: any Track) throws(PlayerError) -> StreamURLKey {
    if let key = finder.key(of: track) { return key }
    throw PlayerError(.invalidItem, "The track is not from this service.")
  }

  private func known(_ track: any Track, key: StreamURLKey) -> StreamURL? {
    if let address = cache.address(for: key) { return address }
    guard let address = finder.knownAddress(of: track),
      address != cache.failedAddress(for: key)
    else { return nil }
    // `remember` drops an address that has expired by its own statement.
    cache.remember(address, for: key)
    return cache.address(for: key)
  }

  private func find(
    _ track: any Track,
    key: StreamURLKey,
    insteadOf refused: StreamURL? = nil
  ) async throws -> StreamURL {
    let found: StreamURL?
    do {
      found =
        if let refused {
          try await finder.address(of: track, insteadOf: refused)
        } else {
          try await finder.address(of: track)
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

  private func finished(
    _ address: StreamURL,
    track: any Track,
    key: StreamURLKey
  ) -> MediaSource {
    finder.finished(source(of: address, track: track, key: key), of: track, by: self)
  }

  private func source(of address: StreamURL, track: any Track, key: StreamURLKey) -> MediaSource {
    var source = MediaSource(
      .remote(address.url),
      headers: address.headers,
      cacheKey: name(key),
      allowsCaching: finder.allowsCaching
    ) {
      cache.forget(address, for: key)
      // The renewal of another track may have found an address. The address that the track carries
      // has failed.
      let known = cache.address(for: key)
      let renewed =
        if let known { known } else { try await find(track, key: key, insteadOf: address) }
      return MediaSource(.remote(renewed.url), headers: renewed.headers)
    }
    source.allowsCrossfade = finder.allowsCrossfade
    return source
  }
}

/// A player of one service's previews.
public typealias PreviewPlayer<Finder: StreamURLProvider> = EnginePlayer<StreamURLResolver<Finder>>

extension EnginePlayer {
  /// Makes a player of the addresses that `finder` finds. It keeps `engine` alive but does not
  /// close it.
  ///
  /// - Parameter finder: Finds the addresses.
  /// - Parameter engine: The engine, which stays alive as long as the player.
  /// - Parameter clock: The clock of the player. It also decides which addresses have expired.
  public convenience init<Finder: StreamURLProvider>(
    finder: Finder,
    engine: any AudioEngine,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) where Resolver == StreamURLResolver<Finder> {
    let resolver = StreamURLResolver(finder: finder, clock: clock)
    self.init(resolver: resolver, engine: engine, clock: clock)
  }
}
