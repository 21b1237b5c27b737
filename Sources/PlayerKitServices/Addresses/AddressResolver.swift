import Foundation
import PlayerKit

/// Turns tracks of a service into the addresses of their audio: late, once, and again when an address
/// has expired. For previews, and for whatever else a service gives out for a while.
///
/// An address is remembered for a day, or until it expires by its own statement. One that the media
/// server refuses all the same is forgotten, and found anew while the track loads or plays. So is what
/// failed to play, when the track is loaded again: then the service is asked.
public struct AddressResolver<Finder: AddressFinder>: MediaResolver {
  private let finder: Finder
  private let cache: AddressCache

  /// Makes a resolver with a memory of its own.
  ///
  /// - Parameters:
  ///   - finder: Who asks the service.
  ///   - capacity: How many addresses are remembered.
  ///   - lifetime: How long an address is remembered whose expiration is not stated.
  ///   - clock: Whose calendar tells what has expired.
  public init(
    finder: Finder,
    capacity: Int = 1_000,
    lifetime: Duration = .seconds(86_400),
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.finder = finder
    cache = AddressCache(capacity: capacity, lifetime: lifetime, clock: clock)
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
    if let address = known(track, key: key) { return source(of: address, track: track, key: key) }
    return source(of: try await find(track, key: key), track: track, key: key)
  }

  /// By the service's type and its id of the track, where the finder allows that media is kept.
  public func cacheKey(of track: any Track) -> String? {
    finder.allowsCaching ? finder.key(of: track).map(name) : nil
  }

  private func name(_ key: AddressKey) -> String {
    "\(playerType.rawValue):\(key.storefront ?? ""):\(key.id)"
  }

  /// Forgets the address that the track failed with, even where the track itself knows it.
  /// The service may name the same again: the fault can have been elsewhere.
  public func forget(_ track: any Track, after error: PlayerError) {
    guard let key = finder.key(of: track),
      let address = cache.address(for: key) ?? finder.knownAddress(of: track)
    else { return }
    cache.forget(address, for: key, hasFailed: true)
  }

  private func key(of track: any Track) throws(PlayerError) -> AddressKey {
    if let key = finder.key(of: track) { return key }
    throw PlayerError(.invalidItem, "The track is none of this service's.")
  }

  private func known(_ track: any Track, key: AddressKey) -> MediaAddress? {
    if let address = cache.address(for: key) { return address }
    guard let address = finder.knownAddress(of: track),
      address != cache.failedAddress(for: key)
    else { return nil }
    // Expired by its own statement, it is not given out.
    cache.remember(address, for: key)
    return cache.address(for: key)
  }

  private func find(
    _ track: any Track,
    key: AddressKey,
    insteadOf refused: MediaAddress? = nil
  ) async throws -> MediaAddress {
    let found: MediaAddress?
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

  private func source(of address: MediaAddress, track: any Track, key: AddressKey) -> MediaSource {
    var source = MediaSource(
      .remote(address.url),
      headers: address.headers,
      cacheKey: name(key),
      allowsCaching: finder.allowsCaching
    ) {
      cache.forget(address, for: key)
      // Another track's renewal may have found it meanwhile. What the track knows is what failed.
      let known = cache.address(for: key)
      let renewed =
        if let known { known } else { try await find(track, key: key, insteadOf: address) }
      return MediaSource(.remote(renewed.url), headers: renewed.headers)
    }
    source.allowsCrossfade = finder.allowsCrossfade
    return source
  }
}

/// A player of a service's previews.
public typealias PreviewPlayer<Finder: AddressFinder> = EnginePlayer<AddressResolver<Finder>>

extension EnginePlayer {
  /// Makes a player of what `finder` finds, on `engine`, which it keeps alive and does not close.
  ///
  /// - Parameter catalogClock: Whose calendar tells what has expired.
  public convenience init<Finder: AddressFinder>(
    finder: Finder,
    engine: any AudioEngine,
    clock: any PlaybackClock = SystemPlaybackClock(),
    catalogClock: any CatalogClock = SystemCatalogClock()
  ) where Resolver == AddressResolver<Finder> {
    let resolver = AddressResolver(finder: finder, clock: catalogClock)
    self.init(resolver: resolver, engine: engine, clock: clock)
  }
}
