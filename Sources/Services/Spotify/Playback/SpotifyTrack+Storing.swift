import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

extension SpotifyTrack: StorableTrack {
  private enum Key: String, CodingKey {
    case id, recording, metadata, preview, playerTypes
  }

  /// The name under which stores keep it.
  public static var storedType: String { "spotify" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try values.decode(String.self, forKey: .id),
      recording: try values.decodeIfPresent(StoredRecording.self, forKey: .recording)?.recording,
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata),
      preview: try values.decodeIfPresent(MediaAddress.self, forKey: .preview),
      playerTypes: try values.decode([PlayerType].self, forKey: .playerTypes)
    )
  }

  /// Writes all but a preview that expires.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(spotifyID, forKey: .id)
    try values.encodeIfPresent(recording.map(StoredRecording.init), forKey: .recording)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview, forKey: .preview)
    try values.encode(playerTypes, forKey: .playerTypes)
  }
}

private struct StoredRecording: Codable {
  let title: String
  let artists: [String]
  let album: String?
  /// In milliseconds, as the services tell it.
  let duration: Int64?
  let isrc: String?
  let isExplicit: Bool?

  init(_ recording: Recording) {
    title = recording.title
    artists = recording.artists
    album = recording.album
    duration = recording.duration?.ifPlausible?.milliseconds
    isrc = recording.isrc
    isExplicit = recording.isExplicit
  }

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

extension Duration {
  fileprivate var milliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
