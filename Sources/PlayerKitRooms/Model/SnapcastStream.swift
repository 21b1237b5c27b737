/// A source of sound at a snapserver.
public struct SnapcastStream: Sendable, Hashable, Identifiable {
  /// Identifies a stream at its server: its name.
  public struct ID: RawRepresentable, Sendable, Hashable {
    /// The server's text.
    public let rawValue: String

    /// Makes an id of the server's text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// What the server says a stream does.
  public struct Activity: RawRepresentable, Sendable, Hashable {
    /// The server's word.
    public let rawValue: String

    /// Makes an activity of the server's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Sound comes in.
    public static let playing = Activity(rawValue: "playing")
    /// None does.
    public static let idle = Activity(rawValue: "idle")
  }

  /// What the program that feeds a stream says about it, by a stream plugin.
  public struct Properties: Sendable, Hashable {
    /// Whether the stream takes commands.
    public var canControl = false
    /// `playing`, `paused` or `stopped`, as the plugin says it.
    public var playbackStatus: String?
    /// Where playback was when this was said, in seconds.
    public var position: Double?
    /// The title of what plays.
    public var title: String?
    /// Who plays it.
    public var artists: [String] = []
    /// The album that it is from.
    public var album: String?
    /// How long it is, in seconds.
    public var duration: Double?

    /// Makes properties that say nothing.
    public init() {}
  }

  /// What the program that feeds a stream can be told.
  @nonexhaustive public enum Command: Sendable, Hashable {
    case play, pause, playPause, stop, next, previous
    /// Forwards, or backwards.
    case seek(by: Duration)
    /// To a position in what plays.
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

  /// Where a stream gets its sound from.
  public struct Source: Sendable, Hashable {
    /// The kind, such as `pipe` or `tcp`.
    public var scheme: String
    /// The host; empty where there is none.
    public var host: String
    /// The path; empty where there is none.
    public var path: String
    /// The options, such as `sampleformat` and `chunk_ms`.
    public var options: [String: String]

    /// Makes a description.
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

  /// Its identity, and its name.
  public let id: ID
  /// What it does.
  public var activity: Activity
  /// Where its sound comes from.
  public var source: Source
  /// What is said about what it plays.
  public var properties: Properties

  /// Makes a description.
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
