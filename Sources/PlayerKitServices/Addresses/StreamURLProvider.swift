import PlayerKit

/// Finds the audio addresses of one service's tracks. It is the service-specific part of an
/// ``StreamURLResolver``.
public protocol StreamURLProvider: Sendable {
  /// The player type of the tracks that the finder handles.
  var playerType: PlayerType { get }

  /// Whether the service's terms allow caching its media on disk. `false` by default.
  var allowsCaching: Bool { get }

  /// Whether the service's terms allow mixing its media with other media, as in a crossfade. `true`
  /// by default.
  var allowsCrossfade: Bool { get }

  /// The key under which the address of a track is cached. Tracks with the same address have equal
  /// keys. `nil` if the track does not belong to this service.
  func key(of track: any Track) -> StreamURLKey?

  /// The address that the track itself carries. It is used until a server refuses it. `nil` if
  /// there is none.
  func knownAddress(of track: any Track) -> StreamURL?

  /// Asks the service for the address. Called as late as possible.
  ///
  /// - Returns: `nil` if the service has the track but no preview of it. A service that has full
  ///   tracks throws a more specific `PlayerError` instead.
  /// - Throws: Any error of the service's client, preferably a `PlayerError` or a `CatalogError`.
  func address(of track: any Track) async throws -> StreamURL?

  /// Finds a replacement for an address that its server refuses. By default asks the service again.
  ///
  /// - Parameter track: The track.
  /// - Parameter refused: The refused address. Returning the same one again does not help.
  func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL?

  /// Completes a source with what only the service knows, such as its reach, alternatives, or how to
  /// seek in it. Called for each load, not for renewals. By default returns the source unchanged.
  ///
  /// - Parameters:
  ///   - source: The source of a remembered or a found address.
  ///   - track: The track.
  ///   - resolver: The resolver that asks, for sources that need another look-up later.
  func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource

  /// Forgets what the finder itself remembers of a track that failed. Has no effect by default.
  func forget(_ track: any Track)
}

extension StreamURLProvider {
  /// `false` by default: nothing is cached.
  public var allowsCaching: Bool { false }

  /// `true` by default: the media may be mixed.
  public var allowsCrossfade: Bool { true }

  /// `nil` by default: tracks carry no address.
  public func knownAddress(of track: any Track) -> StreamURL? { nil }

  /// Asks the service again.
  public func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL? {
    try await address(of: track)
  }

  /// Returns the source unchanged.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    source
  }

  /// Has no effect: the finder remembers nothing.
  public func forget(_ track: any Track) {}
}

/// The key under which the address of a track is cached.
public struct StreamURLKey: Sendable, Hashable {
  /// The track's id in the catalog.
  public var id: String
  /// The catalog, if the service has several. `nil` means the finder's default catalog.
  public var storefront: String?

  /// Makes a key.
  public init(id: String, storefront: String? = nil) {
    self.id = id
    self.storefront = storefront
  }
}
