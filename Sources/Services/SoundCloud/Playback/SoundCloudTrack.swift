import Foundation
import PlayerKit
import PlayerKitServices

/// A track of SoundCloud, played whole or as a preview, as its uploader allows.
///
/// Stores do not keep the sharing token, so a stored private track can only be played by its owner.
public struct SoundCloudTrack: Track, StorableTrack, Hashable {
  /// The name in the API.
  public let urn: SoundCloud.URN
  /// The metadata to show. ``TrackDetails/attribution`` and ``TrackDetails/page`` must be shown
  /// with it.
  public let metadata: TrackMetadata
  /// The access when the track was found. It is checked again before playback.
  public let access: SoundCloud.Access?
  /// The token with which a private track is shared.
  let secretToken: String?

  /// The type name in stores.
  public static var storedType: String { "soundcloud" }

  /// The name in the API.
  public var id: String { urn.rawValue }

  /// SoundCloud's resolver plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.soundCloud, .sameRecording] }

  /// Creates a track from a name.
  ///
  /// - Parameter urn: The name of the track at the service.
  /// - Parameter metadata: What is known about the track.
  /// - Parameter secretToken: The token with which a private track is shared.
  /// - Throws: `PlayerError`: `invalidItem` if the name is not a track's.
  public init(
    urn: SoundCloud.URN,
    metadata: TrackMetadata = TrackMetadata(),
    secretToken: String? = nil
  ) throws(PlayerError) {
    guard urn.kind == .tracks else {
      throw PlayerError(.invalidItem, "This is not a track.")
    }
    self.urn = urn
    self.metadata = metadata
    access = nil
    self.secretToken = secretToken
  }

  /// Creates a track from SoundCloud's data; `nil` if its name is not a track's.
  ///
  /// - Parameters:
  ///   - track: The service's data.
  ///   - album: The album that contains the track.
  ///   - number: The track number in the album, from 1.
  ///   - secretToken: The token with which a private track is shared.
  public init?(
    _ track: SoundCloud.Track,
    album: SoundCloud.Playlist? = nil,
    number: Int? = nil,
    secretToken: String? = nil
  ) {
    guard track.urn.kind == .tracks else { return nil }
    urn = track.urn
    metadata = TrackMetadata(track, album: album, number: number)
    access = track.access
    self.secretToken = secretToken
  }
}

extension SoundCloudTrack: Codable {
  private enum CodingKeys: String, CodingKey {
    case urn = "id"
    case metadata, access
  }

  /// Decodes a stored track.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    urn = try values.decode(SoundCloud.URN.self, forKey: .urn)
    guard urn.kind == .tracks else {
      throw DecodingError.dataCorruptedError(
        forKey: .urn,
        in: values,
        debugDescription: "no track"
      )
    }
    metadata = try values.decode(TrackMetadata.self, forKey: .metadata)
    access = try values.decodeIfPresent(SoundCloud.Access.self, forKey: .access)
    secretToken = nil
  }

  /// Encodes the track without its sharing token.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(urn, forKey: .urn)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(access, forKey: .access)
  }
}

extension SoundCloudTrack: CustomStringConvertible, CustomReflectable {
  /// The name in the API.
  public var description: String { id }

  /// Shows only the name and the title, because the sharing token is a secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "title": metadata.title ?? ""])
  }
}
