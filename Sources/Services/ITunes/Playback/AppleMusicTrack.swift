import Foundation
import PlayerKit
import PlayerKitServices

/// A track that knows its id in Apple's catalogs.
///
/// Conform an app's own model, or use ``AppleMusicTrack``.
public protocol AppleMusicPlayable: Track {
  /// The song's id, which is the same in the Apple Music API and the iTunes Store.
  var appleMusicID: String { get }

  /// The storefront of the id, such as `us`; `nil` for the player's storefront.
  var appleMusicStorefront: String? { get }

  /// The preview that was found with the song, which saves a lookup; `nil` if unknown. If it no
  /// longer works, it is looked up again.
  var knownPreview: StreamURL? { get }
}

extension AppleMusicPlayable {
  /// ``AppleMusicPreviewPlayer`` plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.appleMusicPreview, .sameRecording] }

  /// `nil`, because no preview is known by default.
  public var knownPreview: StreamURL? { nil }
}

/// A song of Apple Music or the iTunes Store, played as its preview.
public struct AppleMusicTrack: AppleMusicPlayable, Hashable {
  /// The song's id in the catalog.
  public let appleMusicID: String
  /// The storefront of the id; `nil` for the player's storefront.
  public let appleMusicStorefront: String?
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// The preview that was found with the song.
  public let knownPreview: StreamURL?

  /// The song's id.
  public var id: String { appleMusicID }

  /// Creates a track from an id. Missing data of the song is looked up before playback.
  public init(
    id: String,
    storefront: String? = nil,
    metadata: TrackMetadata = TrackMetadata(),
    preview: StreamURL? = nil
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
    /// Written by earlier versions.
    case isrc
  }

  /// The type name in stores.
  public static var storedType: String { "appleMusic" }

  /// Decodes a stored track.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .appleMusicID),
      storefront: try values.decodeIfPresent(String.self, forKey: .appleMusicStorefront),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata)
        .with(storedISRC: try values.decodeIfPresent(String.self, forKey: .isrc)),
      preview: try values.decodeIfPresent(StreamURL.self, forKey: .knownPreview)
    )
  }

  /// Encodes the track.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(appleMusicID, forKey: .appleMusicID)
    try values.encodeIfPresent(appleMusicStorefront, forKey: .appleMusicStorefront)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview, forKey: .knownPreview)
  }
}

extension AppleMusicTrack {
  /// Creates a track from a song of the iTunes Store, which has no ISRC.
  ///
  /// - Parameter song: The service's data.
  /// - Parameter storefront: The song's storefront; `nil` for the player's storefront.
  public init(_ song: ITunes.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(song),
      preview: StreamURL(of: song)
    )
  }
}

extension ITunes.Song {
  /// The data to find the same recording in another service; `nil` if title or artist are missing.
  /// The store has no ISRC.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension StreamURL {
  /// Creates the address of a song's preview; `nil` if the song has none.
  init?(of song: ITunes.Song) { self.init(at: song.previewURL) }
}
