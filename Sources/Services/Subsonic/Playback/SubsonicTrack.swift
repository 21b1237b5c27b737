import PlayerKit
import PlayerKitServices

/// A song of a Subsonic server, played whole.
public struct SubsonicTrack: Track, StorableTrack, Hashable, Codable {
  /// The song's id on its server.
  public let id: String
  /// The ``SubsonicServer/id`` of its server; `nil` for the configured server.
  public let server: String?
  /// The metadata to show.
  public let metadata: TrackMetadata
  /// The loudness according to the server. Tags in the media take precedence.
  public let replayGain: Subsonic.ReplayGain?

  /// The type name in stores.
  public static var storedType: String { "subsonic" }

  /// The resolver of its server plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.subsonic, .sameRecording] }

  /// Creates a track from an id.
  public init(
    id: String,
    server: String? = nil,
    metadata: TrackMetadata = TrackMetadata(),
    replayGain: Subsonic.ReplayGain? = nil
  ) {
    self.id = id
    self.server = server
    self.metadata = metadata
    self.replayGain = replayGain
  }

  /// Creates a track from a server's data of a song.
  public init(_ song: Subsonic.Song, server: String?) {
    self.init(
      id: song.id,
      server: server,
      metadata: TrackMetadata(song, server: server),
      replayGain: song.replayGain
    )
  }
}
