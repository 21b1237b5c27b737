extension Spotify {
  /// What plays, and where.
  public struct PlaybackState: Codable, Hashable, Sendable {
    /// Where.
    public var device: Device?
    /// What; `nil` in advertisements, and where the service does not know.
    public var item: Playable?
    /// `track`, `episode`, `ad` or `unknown`.
    public var itemType: String?
    /// What it is part of; `nil`: of nothing.
    public var context: Context?
    /// Whether it plays now.
    public var isPlaying: Bool?
    /// How far it was when the answer was made: go on from when it came.
    public var progressMilliseconds: Int?
    /// When the state changed last, in milliseconds since 1970. Not when the answer was made.
    public var timestamp: Int?
    /// What is played again.
    public var repeatState: RepeatState?
    /// Whether the order is random.
    public var isShuffled: Bool?
    /// Whether the service mixes in its own choice.
    public var isSmartShuffled: Bool?
    /// What may not be done now.
    public var actions: Actions?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case device, item, context, timestamp, actions
      case itemType = "currently_playing_type"
      case isPlaying = "is_playing"
      case progressMilliseconds = "progress_ms"
      case repeatState = "repeat_state"
      case isShuffled = "shuffle_state"
      case isSmartShuffled = "smart_shuffle"
    }
  }
}

extension Spotify {
  /// What is played again.
  public struct RepeatState: OpenName {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing.
    public static let off = Self(rawValue: "off")
    /// The track.
    public static let track = Self(rawValue: "track")
    /// The album, playlist or whatever the track is part of.
    public static let context = Self(rawValue: "context")
  }
}
