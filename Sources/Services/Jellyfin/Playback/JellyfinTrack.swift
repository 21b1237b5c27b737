import PlayerKit
import PlayerKitServices

/// A song of a Jellyfin server, played whole.
public struct JellyfinTrack: Track, StorableTrack, Hashable, Codable {
  /// The song's id on its server. The id of an album, an artist or a playlist stands for its songs.
  public let id: String
  /// The ``JellyfinServer/id`` of its server; `nil` for the configured server.
  public let server: String?
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// The gain in dB that makes the song as loud as others, according to the server. Tags in the
  /// media take precedence.
  public let gain: Double?

  /// The type name in stores.
  public static var storedType: String { "jellyfin" }

  /// The resolver of its server plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.jellyfin, .sameRecording] }

  /// Creates a track from an id.
  public init(
    id: String,
    server: String? = nil,
    metadata: TrackMetadata = TrackMetadata(),
    gain: Double? = nil
  ) {
    self.id = id
    self.server = server
    self.metadata = metadata
    self.gain = gain
  }

  /// Creates a track from a server's data of a song.
  public init(_ song: Jellyfin.Item, server: String?) {
    self.init(
      id: song.id,
      server: server,
      metadata: TrackMetadata(song, server: server),
      gain: song.normalizationGain
    )
  }
}
