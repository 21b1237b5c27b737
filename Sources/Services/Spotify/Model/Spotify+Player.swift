import PlayerKitServices

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

    private enum CodingKeys: String, SnakeCaseKey {
      case device, item, context, timestamp, actions, isPlaying, repeatState
      case itemType = "currently_playing_type"
      case progressMilliseconds = "progress_ms"
      case isShuffled = "shuffle_state"
      case isSmartShuffled = "smart_shuffle"
    }
  }

  /// What is played again.
  public struct RepeatState: ExtensibleString {
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

  /// A device on which a user may play.
  public struct Device: Codable, Hashable, Sendable {
    /// The identity; `nil`: it takes no commands by name.
    public var id: String?
    /// The name for people.
    public var name: String?
    /// `Computer`, `Smartphone`, `Speaker` …
    public var type: String?
    /// Whether it plays, or would.
    public var isActive: Bool?
    /// Whether what plays is kept from others.
    public var isPrivateSession: Bool?
    /// Whether it takes no commands at all.
    public var isRestricted: Bool?
    /// 0 … 100; `nil`: not known.
    public var volumePercent: Int?
    /// Whether the volume can be set.
    public var supportsVolume: Bool?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, name, type, isActive, isPrivateSession, isRestricted, volumePercent, supportsVolume
    }
  }

  /// What may not be done with the player now.
  public struct Actions: Codable, Hashable, Sendable {
    /// By the service's names: `pausing`, `skipping_prev` …
    public var disallows: [String: Bool]?
  }

  /// What plays, and what comes next: about 20 items.
  public struct Queue: Codable, Hashable, Sendable {
    /// What plays.
    public var playing: Playable?
    /// What comes next.
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
    /// When, as RFC 3339.
    public var playedAt: String?
    /// What it was played as a part of.
    public var context: Context?

    private enum CodingKeys: String, SnakeCaseKey {
      case track, context, playedAt
    }
  }

  /// What became of a command to the player.
  @nonexhaustive public enum CommandOutcome: Sendable, Hashable {
    /// The service took it.
    case done
    /// The player did not, since its state does not allow it: mostly as it is so already, a pause
    /// while it is paused say. Read the state to know.
    case restricted(Reason)
  }

  /// With which member of an album or playlist to begin.
  @nonexhaustive public enum ContextStart: Sendable, Hashable {
    /// The one at a position, from 0.
    case position(Int)
    /// The one of an address.
    case uri(String)
  }
}

extension Spotify.CommandOutcome {
  /// `nil` where the error is more than the player's state.
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
