import Foundation
import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// A track that says itself which one of Spotify's it is.
///
/// It is a protocol so that an app's own model can conform; ``SpotifyTrack`` is ready-made.
public protocol SpotifyPlayable: Track {
  /// The track's id at Spotify.
  var spotifyID: String { get }

  /// What is known of the recording, by which it is found elsewhere where Spotify has no preview;
  /// `nil`: Spotify is asked.
  var recording: Recording? { get }

  /// The preview that the catalog named when the track was found; `nil` where it is not known.
  var knownPreview: MediaAddress? { get }
}

extension SpotifyPlayable {
  /// Played by ``SpotifyPreviewPlayer``, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.spotifyPreview, .sameRecording] }
  /// Spotify is asked.
  public var recording: Recording? { nil }
  /// Nothing is known.
  public var knownPreview: MediaAddress? { nil }
}

/// A track of Spotify, to be played whole where its user has a Premium account, else as its preview or that
/// of the same recording elsewhere.
public struct SpotifyTrack: SpotifyPlayable, Hashable {
  /// The track's id at Spotify.
  public let spotifyID: String
  /// What to show.
  public let metadata: TrackMetadata
  /// The preview that the catalog named when the track was found.
  public let knownPreview: MediaAddress?
  /// The players of anybody, the preferred first.
  public var basicPlayerTypes: [PlayerType]
  /// Whose subscription decides whether it is played whole; `nil`: it is not. Not stored, and not compared.
  public var subscription: SpotifySubscription?

  /// The players that can play it now, the preferred first: before ``basicPlayerTypes``
  /// ``SpotifyConnectPlayer``, where the ``subscription`` allows it.
  public var playerTypes: [PlayerType] {
    let isWhole = subscription?.mayPlayWholeTracks ?? false
    return (isWhole ? [.spotifyConnect] : []) + basicPlayerTypes
  }

  /// The track's id.
  public var id: String { spotifyID }
  /// What is known of the recording.
  public var recording: Recording? { metadata.recording }

  /// Makes a track of an id; what is not known of it is looked up when its turn comes.
  ///
  /// - Parameters:
  ///   - playerTypes: the players of anybody.
  ///   - subscription: decides whether it is played whole.
  public init(
    id: String,
    metadata: TrackMetadata = TrackMetadata(),
    preview: MediaAddress? = nil,
    playerTypes: [PlayerType] = [.spotifyPreview, .sameRecording],
    subscription: SpotifySubscription? = nil
  ) {
    spotifyID = id
    self.metadata = metadata
    knownPreview = preview
    basicPlayerTypes = playerTypes
    self.subscription = subscription
  }

  /// Makes a track of one that Spotify described; `nil` of one without an id: a local file.
  public init?(
    _ track: Spotify.Track,
    playerTypes: [PlayerType] = [.spotifyPreview, .sameRecording],
    subscription: SpotifySubscription? = nil
  ) {
    // Not the one that a market has in its place.
    guard let id = track.askedID else { return nil }
    self.init(
      id: id,
      metadata: TrackMetadata(track),
      preview: MediaAddress(of: track),
      playerTypes: playerTypes,
      subscription: subscription
    )
  }

  /// Compares what is stored.
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
    /// Of earlier versions.
    case recording
  }

  /// The name under which stores keep it.
  public static var storedType: String { "spotify" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    var metadata = try values.decode(TrackMetadata.self, forKey: .metadata)
    if let old = try values.decodeIfPresent(StoredRecording.self, forKey: .recording) {
      metadata = metadata.filled(from: TrackMetadata(old.recording))
    }
    self.init(
      id: try values.decode(String.self, forKey: .spotifyID),
      metadata: metadata,
      preview: try values.decodeIfPresent(MediaAddress.self, forKey: .knownPreview),
      playerTypes: try values.decode([PlayerType].self, forKey: .playerTypes)
    )
  }

  /// Writes what is to be kept.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(spotifyID, forKey: .spotifyID)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview, forKey: .knownPreview)
    try values.encode(basicPlayerTypes, forKey: .playerTypes)
  }
}

/// A recording as earlier versions stored it beside the metadata.
private struct StoredRecording: Decodable {
  let title: String
  let artists: [String]
  let album: String?
  /// In milliseconds, as the services tell it.
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
  /// What it takes to find the same recording in another service; `nil` where the title or the
  /// artists are missing.
  public var recording: Recording? { TrackMetadata(self).recording }
}

extension MediaAddress {
  /// The preview that a track of Spotify names: of most it names none.
  init?(of track: Spotify.Track) {
    self.init(at: track.previewURL.flatMap { WebAddress.url($0) })
  }
}
