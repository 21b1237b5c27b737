import PlayerKit

/// Finds the previews of one service's tracks: all that distinguishes one ``PreviewPlayer`` from
/// another.
public protocol PreviewFinder: Sendable {
  /// The type of the tracks that it is for.
  var playerType: PlayerType { get }

  /// What the preview of a track is remembered by: equal for tracks that have the same one. `nil`:
  /// the track is not one of this service's.
  func key(of track: any Track) -> PreviewKey?

  /// The preview that the track itself knows, to be used until it is refused; `nil`: none.
  func knownPreview(of track: any Track) -> Preview?

  /// Finds a preview in place of one that its server refuses. By default the service is asked again.
  ///
  /// - Parameter refused: what was refused: where the service names the same again, it is no help.
  func preview(of track: any Track, insteadOf refused: Preview) async throws -> Preview?

  /// Asks the service. Called as late as possible, at most once at a time for each key unless one
  /// call is cancelled.
  ///
  /// - Returns: `nil` where the service has the track and no preview of it.
  /// - Throws: whatever the service's client throws, best a `PlayerError` or a `CatalogError`.
  func preview(of track: any Track) async throws -> Preview?
}

extension PreviewFinder {
  /// Tracks know nothing of their previews.
  public func knownPreview(of track: any Track) -> Preview? { nil }

  /// Asks the service again.
  public func preview(
    of track: any Track,
    insteadOf refused: Preview
  ) async throws -> Preview? {
    try await preview(of: track)
  }
}

/// What the preview of a track is remembered by.
public struct PreviewKey: Sendable, Hashable {
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
