import MusicCatalog
import PlayerKit
import ServiceKit

/// A track that says itself which song of Apple's catalogs it is.
///
/// It is a protocol so that an app's own model can conform; ``AppleMusicTrack`` is ready-made.
public protocol AppleMusicPlayable: Track {
  /// The song's id in the Apple Music API and the iTunes Store; the two have the same.
  var appleMusicID: String { get }

  /// The storefront whose id it is, such as `us`; `nil`: the one that the player is set to.
  var appleMusicStorefront: String? { get }

  /// The preview that a catalog named when the song was found, so that it need not be looked up;
  /// `nil` where it is not known. One that no longer works is found anew.
  var knownPreview: MediaAddress? { get }
}

extension AppleMusicPlayable {
  /// Played by ``AppleMusicPreviewPlayer``.
  public var playerTypes: [PlayerType] { [.appleMusicPreview] }

  /// Nothing is known.
  public var knownPreview: MediaAddress? { nil }
}
