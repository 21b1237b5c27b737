import Foundation
import PlayerKitServices
import PlayerKit

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
  /// Played by ``AppleMusicPreviewPlayer``, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.appleMusicPreview, .sameRecording] }

  /// Nothing is known.
  public var knownPreview: MediaAddress? { nil }
}

/// A song of Apple Music or the iTunes Store, to be played as its preview.
public struct AppleMusicTrack: AppleMusicPlayable, Hashable {
  /// The song's id in the catalog.
  public let appleMusicID: String
  /// The storefront whose id it is; `nil`: the one that the player is set to.
  public let appleMusicStorefront: String?
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
    metadata: TrackMetadata = TrackMetadata(),
    preview: MediaAddress? = nil
  ) {
    appleMusicID = id
    appleMusicStorefront = storefront
    self.metadata = metadata
    knownPreview = preview
  }
}

extension AppleMusicTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case appleMusicID = "id"
    case appleMusicStorefront = "storefront"
    case metadata
    case knownPreview = "preview"
    /// Of earlier versions.
    case isrc
  }

  /// The name under which stores keep it.
  public static var storedType: String { "appleMusic" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .appleMusicID),
      storefront: try values.decodeIfPresent(String.self, forKey: .appleMusicStorefront),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata)
        .with(storedISRC: try values.decodeIfPresent(String.self, forKey: .isrc)),
      preview: try values.decodeIfPresent(MediaAddress.self, forKey: .knownPreview)
    )
  }

  /// Writes what is to be kept.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(appleMusicID, forKey: .appleMusicID)
    try values.encodeIfPresent(appleMusicStorefront, forKey: .appleMusicStorefront)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview, forKey: .knownPreview)
  }
}

extension AppleMusicTrack {
  /// A track of a song of the iTunes Store, which tells no ISRC.
  ///
  /// - Parameter storefront: Whose song it is; `nil`: the one that the player is set to.
  public init(_ song: ITunes.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(song),
      preview: MediaAddress(of: song)
    )
  }
}

extension ITunes.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist is missing. The store tells no ISRC.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension MediaAddress {
  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) { self.init(at: song.previewURL) }
}
