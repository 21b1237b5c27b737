/// A source of sound at a snapserver.
public struct SnapcastStream: Sendable, Hashable, Identifiable {
  /// The id of a stream at its server, which is its name.
  public typealias ID = SnapcastID<SnapcastStream>

  /// The activity of a stream, as reported by the server.
  public struct Activity: RawRepresentable, Sendable, Hashable {
    /// The server's name of the activity.
    public let rawValue: String

    /// Makes an activity from the server's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The stream receives sound.
    public static let playing = Activity(rawValue: "playing")
    /// The stream receives no sound.
    public static let idle = Activity(rawValue: "idle")
  }

  /// The properties that the stream's source reports through a stream plugin.
  public struct Properties: Sendable, Hashable {
    /// Whether the stream accepts commands.
    public var canControl = false
    /// The plugin's playback status: `playing`, `paused` or `stopped`.
    public var playbackStatus: String?
    /// The playback position at the time of the report, in seconds.
    public var position: Double?
    /// The title of the current track.
    public var title: String?
    /// The artists of the current track.
    public var artists: [String] = []
    /// The album of the current track.
    public var album: String?
    /// The duration of the current track, in seconds.
    public var duration: Double?

    /// Makes empty properties.
    public init() {}
  }

  /// A command to the program that feeds a stream.
  @nonexhaustive public enum Command: Sendable, Hashable {
    case play, pause, playPause, stop, next, previous
    /// Seek forward, or backward if negative.
    case seek(by: Duration)
    /// Seek to a position in the current track.
    case setPosition(Duration)

    var words: (name: String, values: [String: Double]) {
      switch self {
      case .play: ("play", [:])
      case .pause: ("pause", [:])
      case .playPause: ("playPause", [:])
      case .stop: ("stop", [:])
      case .next: ("next", [:])
      case .previous: ("previous", [:])
      case .seek(let interval): ("seek", ["offset": interval / .seconds(1)])
      case .setPosition(let position): ("setPosition", ["position": position / .seconds(1)])
      }
    }
  }

  /// The source of a stream's sound.
  public struct Source: Sendable, Hashable {
    /// The kind, such as `pipe` or `tcp`.
    public var scheme: String
    /// The host. Empty if there is none.
    public var host: String
    /// The path. Empty if there is none.
    public var path: String
    /// The options, such as `sampleformat` and `chunk_ms`.
    public var options: [String: String]

    /// Makes a source.
    public init(
      scheme: String,
      host: String = "",
      path: String = "",
      options: [String: String] = [:]
    ) {
      self.scheme = scheme
      self.host = host
      self.path = path
      self.options = options
    }
  }

  /// The id, which is the stream's name.
  public let id: ID
  /// The current activity.
  public var activity: Activity
  /// The source of the sound.
  public var source: Source
  /// The properties of the current track.
  public var properties: Properties

  /// Makes a stream.
  public init(
    id: ID,
    activity: Activity = .idle,
    source: Source = Source(scheme: ""),
    properties: Properties = Properties()
  ) {
    self.id = id
    self.activity = activity
    self.source = source
    self.properties = properties
  }
}
