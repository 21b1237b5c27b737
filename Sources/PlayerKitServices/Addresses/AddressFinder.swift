import PlayerKit

/// Finds where the audio of one service's tracks is: all that distinguishes one ``AddressResolver`` from
/// another.
public protocol AddressFinder: Sendable {
  /// The type of the tracks that it is for.
  var playerType: PlayerType { get }

  /// Whether the service's terms let its media be kept in a cache on disk. By default they do not.
  var allowsCaching: Bool { get }

  /// Whether the service's terms let its media sound together with other media, as in a crossfade. By
  /// default they do.
  var allowsCrossfade: Bool { get }

  /// What the address of a track is remembered by: equal for tracks that have the same one. `nil`:
  /// the track is not one of this service's.
  func key(of track: any Track) -> AddressKey?

  /// The address that the track itself knows, to be used until it is refused; `nil`: none.
  func knownAddress(of track: any Track) -> MediaAddress?

  /// Asks the service. Called as late as possible.
  ///
  /// - Returns: `nil` where the service has the track and no preview of it. A service that has full
  ///   tracks throws a `PlayerError` that tells more.
  /// - Throws: whatever the service's client throws, best a `PlayerError` or a `CatalogError`.
  func address(of track: any Track) async throws -> MediaAddress?

  /// Finds an address in place of one that its server refuses. By default the service is asked again.
  ///
  /// - Parameter refused: what was refused: where the service names the same again, it is no help.
  func address(
    of track: any Track,
    insteadOf refused: MediaAddress
  ) async throws -> MediaAddress?
}

extension AddressFinder {
  /// Nothing is kept.
  public var allowsCaching: Bool { false }

  /// It may be mixed.
  public var allowsCrossfade: Bool { true }

  /// Tracks know nothing of their addresses.
  public func knownAddress(of track: any Track) -> MediaAddress? { nil }

  /// Asks the service again.
  public func address(
    of track: any Track,
    insteadOf refused: MediaAddress
  ) async throws -> MediaAddress? {
    try await address(of: track)
  }
}

/// What the address of a track is remembered by.
public struct AddressKey: Sendable, Hashable {
  /// The track's identity in the catalog.
  public var id: String
  /// The catalog, where a service has several; `nil`: the one that the finder is set to.
  public var storefront: String?

  /// Makes a key.
  public init(id: String, storefront: String? = nil) {
    self.id = id
    self.storefront = storefront
  }
}
