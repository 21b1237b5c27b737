import MusicCatalog
import PlayerKit
import ServiceKit

/// A song of Apple Music or the iTunes Store, to be played as its preview.
public struct AppleMusicTrack: AppleMusicPlayable, Hashable {
  /// The song's id in the catalog.
  public let appleMusicID: String
  /// The storefront whose id it is; `nil`: the one that the player is set to.
  public let appleMusicStorefront: String?
  /// The recording's international code, where known: by it other services find the same recording.
  public let isrc: String?
  /// What to show.
  public let metadata: TrackMetadata
  /// The preview that the catalog named when the song was found.
  public let knownPreview: MediaAddress?

  /// The song's id.
  public var id: String { appleMusicID }

  /// Makes a track of an id; what is not known of the song need not be given, and is looked up when
  /// its turn comes.
  public init(
    id: String,
    storefront: String? = nil,
    isrc: String? = nil,
    metadata: TrackMetadata = TrackMetadata(),
    preview: MediaAddress? = nil
  ) {
    appleMusicID = id
    appleMusicStorefront = storefront
    self.isrc = isrc
    self.metadata = metadata
    knownPreview = preview
  }
}

extension AppleMusicTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case appleMusicID = "id"
    case appleMusicStorefront = "storefront"
    case isrc, metadata
    case knownPreview = "preview"
  }

  /// The name under which stores keep it.
  public static var storedType: String { "appleMusic" }
}
