import PlayerKitServices

extension Spotify {
  /// The reason why the service refuses a request. The set is open.
  public struct Reason: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No device is active, and none was named.
    public static let noActiveDevice = Self(rawValue: "NO_ACTIVE_DEVICE")
    /// A Premium account is required.
    public static let premiumRequired = Self(rawValue: "PREMIUM_REQUIRED")
    /// The quota of an app in development mode is used up for the day or another period.
    public static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    /// The player's own rate limit.
    public static let rateLimited = Self(rawValue: "RATE_LIMITED")
    /// The device's volume cannot be set remotely. Mostly on phones.
    public static let volumeControlDisallowed = Self(rawValue: "VOLUME_CONTROL_DISALLOW")
    /// The device accepts no commands.
    public static let deviceNotControllable = Self(rawValue: "DEVICE_NOT_CONTROLLABLE")
    /// The device accepts no remote commands.
    public static let remoteControlDisallowed = Self(rawValue: "REMOTE_CONTROL_DISALLOW")
    /// There is no previous track.
    public static let noPreviousTrack = Self(rawValue: "NO_PREV_TRACK")
    /// There is no next track.
    public static let noNextTrack = Self(rawValue: "NO_NEXT_TRACK")
    /// The requested track does not exist.
    public static let noSpecificTrack = Self(rawValue: "NO_SPECIFIC_TRACK")
    /// Playback is already paused.
    public static let alreadyPaused = Self(rawValue: "ALREADY_PAUSED")
    /// Playback is not paused.
    public static let notPaused = Self(rawValue: "NOT_PAUSED")
    /// Playback is already running.
    public static let alreadyPlaying = Self(rawValue: "ALREADY_PLAYING")
    /// The device itself does not play the item.
    public static let notPlayingLocally = Self(rawValue: "NOT_PLAYING_LOCALLY")
    /// No track is playing.
    public static let notPlayingTrack = Self(rawValue: "NOT_PLAYING_TRACK")
    /// No context, such as an album or playlist, is playing.
    public static let notPlayingContext = Self(rawValue: "NOT_PLAYING_CONTEXT")
    /// The context is endless and does not support the command.
    public static let endlessContext = Self(rawValue: "ENDLESS_CONTEXT")
    /// The context does not allow the command.
    public static let contextDisallowed = Self(rawValue: "CONTEXT_DISALLOW")
    /// The service gives no further reason.
    public static let unknown = Self(rawValue: "UNKNOWN")

    /// The user has not granted a required scope. The service reports this only as text; the name
    /// belongs to this library.
    public static let insufficientScope = Self(rawValue: "insufficientScope")
    /// The app is blocked because its owner has no Premium account. Reported like
    /// ``insufficientScope``.
    public static let appBlocked = Self(rawValue: "appBlocked")
  }
}

extension CatalogError {
  /// Spotify's reason for the refusal. `nil` if there is none, or if another service failed.
  public var spotifyReason: Spotify.Reason? {
    guard service == .spotify, let detail = details.first else { return nil }
    if let code = detail.code { return Spotify.Reason(rawValue: code) }
    let text = detail.text?.lowercased() ?? ""
    if text.contains("insufficient client scope") { return .insufficientScope }
    if text.contains("application is blocked") { return .appBlocked }
    return nil
  }
}
