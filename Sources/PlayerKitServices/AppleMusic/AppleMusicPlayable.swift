import PlayerKit

/// A track that says itself which song of Apple's catalogs it is.
///
/// It is a protocol so that an app's own model can conform; ``AppleMusicTrack`` is ready-made.
public protocol AppleMusicPlayable: Track {
  /// The song's id in the Apple Music API and the iTunes Store; the two have the same.
  var appleMusicID: String { get }

  /// The storefront whose id it is, such as `us`; `nil`: the one that the player is set to.
  var appleMusicStorefront: String? { get }
}

extension AppleMusicPlayable {
  /// Played by ``AppleMusicPreviewPlayer``.
  public var playerTypes: [PlayerType] { [.appleMusicPreview] }
}
