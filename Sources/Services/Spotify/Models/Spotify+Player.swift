import PlayerKitServices

extension Spotify {
  /// The playback state, with its device.
  public struct PlaybackState: Codable, Hashable, Sendable {
    /// The device.
    public var device: Device?
    /// The current item. `nil` during advertisements, and if the service does not know it.
    public var item: Playable?
    /// `track`, `episode`, `ad` or `unknown`.
    public var itemType: String?
    /// The context of the item. `nil` if there is none.
    public var context: Context?
    /// Whether the item plays.
    public var isPlaying: Bool?
    /// The progress when the reply was created. Extrapolate from the time of arrival.
    public var progressMilliseconds: Int?
    /// The time of the last change of the state, in milliseconds since 1970. Not the time of the
    /// reply.
    public var timestamp: Int?
    /// The repeat mode.
    public var repeatState: RepeatState?
    /// Whether shuffle is on.
    public var isShuffled: Bool?
    /// Whether smart shuffle is on.
    public var isSmartShuffled: Bool?
    /// The actions that are currently disallowed.
    public var actions: Actions?

    private enum CodingKeys: String, SnakeCaseKey {
      case device, item, context, timestamp, actions, isPlaying, repeatState
      case itemType = "currently_playing_type"
      case progressMilliseconds = "progress_ms"
      case isShuffled = "shuffle_state"
      case isSmartShuffled = "smart_shuffle"
    }
  }

  /// A repeat mode.
  public struct RepeatState: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No repeat.
    public static let off = Self(rawValue: "off")
    /// Repeats the track.
    public static let track = Self(rawValue: "track")
    /// Repeats the context, such as an album or playlist.
    public static let context = Self(rawValue: "context")
  }

  /// A device on which a user can play.
  public struct Device: Codable, Hashable, Sendable {
    /// The id. `nil` if commands cannot name the device.
    public var id: String?
    /// The display name.
    public var name: String?
    /// `Computer`, `Smartphone`, `Speaker` …
    public var type: String?
    /// Whether this is the active device.
    public var isActive: Bool?
    /// Whether the session is private.
    public var isPrivateSession: Bool?
    /// Whether the device accepts no commands.
    public var isRestricted: Bool?
    /// The volume, 0 to 100. `nil` if unknown.
    public var volumePercent: Int?
    /// Whether the volume can be set.
    public var supportsVolume: Bool?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, name, type, isActive, isPrivateSession, isRestricted, volumePercent, supportsVolume
    }
  }

  /// The disallowed actions of the player.
  public struct Actions: Codable, Hashable, Sendable {
    /// The actions by the service's names: `pausing`, `skipping_prev` …
    public var disallows: [String: Bool]?
  }

  /// The current item and the next ones, about 20 items.
  public struct Queue: Codable, Hashable, Sendable {
    /// The current item.
    public var playing: Playable?
    /// The next items.
    public var next: LossyArray<Playable>?

    private enum CodingKeys: String, CodingKey {
      case playing = "currently_playing"
      case next = "queue"
    }
  }

  /// A track that was played for more than 30 s.
  public struct PlayHistoryItem: Codable, Hashable, Sendable {
    /// The track.
    public var track: Track?
    /// The time of the play, in RFC 3339 form.
    public var playedAt: String?
    /// The context of the play.
    public var context: Context?

    private enum CodingKeys: String, SnakeCaseKey {
      case track, context, playedAt
    }
  }

  /// The outcome of a player command.
  @nonexhaustive public enum CommandOutcome: Sendable, Hashable {
    /// The service accepted the command.
    case done
    /// The player rejected the command because of its state, mostly because it is already in that
    /// state, such as a pause while paused. Read the state to find out.
    case restricted(Reason)
  }

  /// The first item to play of an album or playlist.
  @nonexhaustive public enum ContextStart: Sendable, Hashable {
    /// The item at an index, from 0.
    case position(Int)
    /// The item with a URI.
    case uri(String)
  }
}

extension Spotify.CommandOutcome {
  /// `nil` unless the error is only caused by the player's state.
  init?(refusal: CatalogError) {
    guard refusal.code == .forbidden, let reason = refusal.spotifyReason else { return nil }
    let isViolation = refusal.details.contains {
      $0.text?.lowercased().contains("restriction violated") == true
    }
    let isState = [.alreadyPlaying, .alreadyPaused, .notPaused].contains(reason)
    guard isState || reason == .unknown && isViolation else { return nil }
    self = .restricted(reason)
  }
}
