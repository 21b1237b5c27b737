import Foundation
import PlayerKitServices
import PlayerKit

/// A track of SoundCloud, to be played whole or as its preview, as its uploader lets it.
///
/// Stores keep no token of it: a private track that was shared by a secret link can't be played from
/// there, unless its owner is signed in.
public struct SoundCloudTrack: Track, StorableTrack, Hashable {
  /// The name in the API.
  public let urn: SoundCloud.URN
  /// What to show. ``TrackDetails/attribution`` and ``TrackDetails/page`` have to be shown with it.
  public let metadata: TrackMetadata
  /// How much of it could be heard when it was found; it is asked for again before it is played.
  public let access: SoundCloud.Access?
  /// What a private track is shared by.
  let secretToken: String?

  /// The name under which stores keep it.
  public static var storedType: String { "soundcloud" }

  /// The name in the API.
  public var id: String { urn.rawValue }

  /// Played by SoundCloud's resolver, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.soundCloud, .sameRecording] }

  /// Makes a track of a name.
  ///
  /// - Parameter secretToken: what a private track is shared by.
  /// - Throws: `PlayerError`: `invalidItem` for a name that is no track's.
  public init(
    urn: SoundCloud.URN,
    metadata: TrackMetadata = TrackMetadata(),
    secretToken: String? = nil
  ) throws(PlayerError) {
    guard urn.kind == .tracks else {
      throw PlayerError(.invalidItem, "This is no track.")
    }
    self.urn = urn
    self.metadata = metadata
    access = nil
    self.secretToken = secretToken
  }

  /// Makes a track of one that SoundCloud described; `nil` where its name is no track's.
  ///
  /// - Parameters:
  ///   - album: the album that it was found in.
  ///   - number: its place there, from 1.
  ///   - secretToken: what a private track is shared by.
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

  /// Reads a track that was stored.
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

  /// Writes what is to be kept.
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

  /// Shows the name and the title: what it is shared by is a secret.
  public var customMirror: Mirror {
    Mirror(self, children: ["id": id, "title": metadata.title ?? ""])
  }
}
