import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// A track that identifies a track of Spotify.
///
/// A protocol, so that an app's own model can conform. ``SpotifyTrack`` is a ready-made type.
public protocol SpotifyPlayable: Track {
  /// The track's id at Spotify.
  var spotifyID: String { get }

  /// The description of the recording, for finding it at other services if Spotify has no preview.
  /// If `nil`, Spotify is asked for it.
  var recording: Recording? { get }

  /// The preview in the catalog when the track was found. `nil` if unknown.
  var knownPreview: StreamURL? { get }
}

extension SpotifyPlayable {
  /// The player of ``SpotifyPreviewPlayer``, then the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.spotifyPreview, .sameRecording] }
  /// `nil` by default: Spotify is asked.
  public var recording: Recording? { nil }
  /// `nil` by default.
  public var knownPreview: StreamURL? { nil }
}

/// A track of Spotify. Plays in full if the user has a Premium account, otherwise as its preview,
/// or as the same recording elsewhere.
public struct SpotifyTrack: SpotifyPlayable, Hashable {
  /// The track's id at Spotify.
  public let spotifyID: String
  /// The metadata of the track.
  public let metadata: TrackMetadata
  /// The preview in the catalog when the track was found.
  public let knownPreview: StreamURL?
  /// The player types that need no subscription, the preferred one first.
  public var basicPlayerTypes: [PlayerType]
  /// The subscription that decides whether the track plays in full. `nil` means that it does not.
  /// Not stored, and not compared.
  public var subscription: SpotifySubscription?

  /// The player types that can play the track now: ``SpotifyConnectPlayer`` first if the
  /// ``subscription`` allows it, then the ``basicPlayerTypes``.
  public var playerTypes: [PlayerType] {
    let isWhole = subscription?.mayPlayWholeTracks ?? false
    return (isWhole ? [.spotifyConnect] : []) + basicPlayerTypes
  }

  /// The track's id.
  public var id: String { spotifyID }
  /// The description of the recording.
  public var recording: Recording? { metadata.recording }

  /// Makes a track of an id. Missing data is looked up when the track is due.
  ///
  /// - Parameters:
  ///   - id: The id at the service.
  ///   - metadata: The known data. The rest is looked up.
  ///   - preview: The address of the service's preview, if it is known.
  ///   - playerTypes: The player types that need no subscription.
  ///   - subscription: Decides whether the track plays in full.
  public init(
    id: String,
    metadata: TrackMetadata = TrackMetadata(),
    preview: StreamURL? = nil,
    playerTypes: [PlayerType] = [.spotifyPreview, .sameRecording],
    subscription: SpotifySubscription? = nil
  ) {
    spotifyID = id
    self.metadata = metadata
    knownPreview = preview
    basicPlayerTypes = playerTypes
    self.subscription = subscription
  }

  /// Makes a track from Spotify's description. `nil` for a local file, which has no id.
  public init?(
    _ track: Spotify.Track,
    playerTypes: [PlayerType] = [.spotifyPreview, .sameRecording],
    subscription: SpotifySubscription? = nil
  ) {
    // The requested track, not the market's replacement.
    guard let id = track.askedID else { return nil }
    self.init(
      id: id,
      metadata: TrackMetadata(track),
      preview: StreamURL(of: track),
      playerTypes: playerTypes,
      subscription: subscription
    )
  }

  /// Compares the stored properties.
  public static func == (one: SpotifyTrack, other: SpotifyTrack) -> Bool {
    one.spotifyID == other.spotifyID && one.metadata == other.metadata
      && one.knownPreview == other.knownPreview && one.basicPlayerTypes == other.basicPlayerTypes
  }

  /// Hashes the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(spotifyID) }
}

extension SpotifyTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case spotifyID = "id"
    case knownPreview = "preview"
    case metadata, playerTypes
    /// From earlier versions.
    case recording
  }

  /// The type name in stores.
  public static var storedType: String { "spotify" }

  /// Reads a stored track.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    var metadata = try values.decode(TrackMetadata.self, forKey: .metadata)
    if let old = try values.decodeIfPresent(StoredRecording.self, forKey: .recording) {
      metadata = metadata.filled(from: TrackMetadata(old.recording))
    }
    self.init(
      id: try values.decode(String.self, forKey: .spotifyID),
      metadata: metadata,
      preview: try values.decodeIfPresent(StreamURL.self, forKey: .knownPreview),
      playerTypes: try values.decode([PlayerType].self, forKey: .playerTypes)
    )
  }

  /// Writes the stored properties.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(spotifyID, forKey: .spotifyID)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview, forKey: .knownPreview)
    try values.encode(basicPlayerTypes, forKey: .playerTypes)
  }
}

/// A recording that earlier versions stored beside the metadata.
private struct StoredRecording: Decodable {
  let title: String
  let artists: [String]
  let album: String?
  /// The duration in milliseconds.
  let duration: Int64?
  let isrc: String?
  let isExplicit: Bool?

  var recording: Recording {
    Recording(
      title: title,
      artists: artists,
      album: album,
      duration: duration.map { Duration.milliseconds($0) }?.ifPlausible,
      isrc: isrc,
      isExplicit: isExplicit
    )
  }
}

extension Spotify.Track {
  /// The description for finding the recording at another service. `nil` if the title or the
  /// artists are missing.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension StreamURL {
  /// Makes the address of a track's preview. Most tracks have none.
  init?(of track: Spotify.Track) {
    self.init(at: track.previewURL.flatMap { WebAddress.url($0) })
  }
}
