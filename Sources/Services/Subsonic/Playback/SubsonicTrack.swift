import PlayerKitServices
import PlayerKit

/// A song of a Subsonic server, to be played whole.
public struct SubsonicTrack: Track, StorableTrack, Hashable, Codable {
  /// The song's id at its server.
  public let id: String
  /// The ``SubsonicServer/id`` of the server that has it; `nil`: whichever one is set up.
  public let server: String?
  /// What to show.
  public let metadata: TrackMetadata
  /// How loud the server says it is. It counts where the tags of the media say nothing.
  public let replayGain: Subsonic.ReplayGain?

  /// The name under which stores keep it.
  public static var storedType: String { "subsonic" }

  /// Played by the resolver of its server, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.subsonic, .sameRecording] }

  /// Makes a track of an id.
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

  /// Makes a track of a song that a server described.
  public init(_ song: Subsonic.Song, server: String?) {
    self.init(
      id: song.id,
      server: server,
      metadata: TrackMetadata(song, server: server),
      replayGain: song.replayGain
    )
  }
}
