import Foundation
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

extension AppleMusicTrack {
  /// A track of a song of the iTunes Store, which tells no ISRC.
  ///
  /// - Parameter storefront: Whose song it is; `nil`: the one that the player is set to.
  public init(_ song: ITunes.Song, storefront: String? = nil) {
    self.init(
      id: song.id,
      storefront: storefront,
      metadata: TrackMetadata(
        title: song.name,
        artist: song.artistName,
        album: song.collectionName,
        duration: song.duration.flatMap(\.ifPlausible),
        albumID: song.collectionID,
        discNumber: song.discNumber,
        trackNumber: song.trackNumber
      ),
      preview: MediaAddress(of: song)
    )
  }
}

extension ITunes.Song {
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artist is missing. The store tells no ISRC.
  public var recording: Recording? {
    guard let name, let artistName else { return nil }
    return Recording(
      title: name,
      artists: [artistName],
      album: collectionName,
      duration: duration,
      isExplicit: explicitness.map { $0 == .explicit }
    )
  }
}

extension MediaAddress {
  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) { self.init(at: song.previewURL) }
}
