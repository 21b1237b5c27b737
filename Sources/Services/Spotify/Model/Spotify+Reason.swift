import PlayerKitServices

extension Spotify {
  /// Why the service refuses. The set is open.
  public struct Reason: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No device plays, and none was named.
    public static let noActiveDevice = Self(rawValue: "NO_ACTIVE_DEVICE")
    /// Only Premium accounts may.
    public static let premiumRequired = Self(rawValue: "PREMIUM_REQUIRED")
    /// The quota of an app in development mode is used up for the day or the period.
    public static let quotaExceeded = Self(rawValue: "QUOTA_EXCEEDED")
    /// The player's own rate limit.
    public static let rateLimited = Self(rawValue: "RATE_LIMITED")
    /// The device's volume cannot be set from here; phones, mostly.
    public static let volumeControlDisallowed = Self(rawValue: "VOLUME_CONTROL_DISALLOW")
    /// The device takes no commands.
    public static let deviceNotControllable = Self(rawValue: "DEVICE_NOT_CONTROLLABLE")
    /// The device takes no commands from afar.
    public static let remoteControlDisallowed = Self(rawValue: "REMOTE_CONTROL_DISALLOW")
    /// Nothing came before.
    public static let noPreviousTrack = Self(rawValue: "NO_PREV_TRACK")
    /// Nothing comes after.
    public static let noNextTrack = Self(rawValue: "NO_NEXT_TRACK")
    /// The track asked for is not there.
    public static let noSpecificTrack = Self(rawValue: "NO_SPECIFIC_TRACK")
    /// It is paused already.
    public static let alreadyPaused = Self(rawValue: "ALREADY_PAUSED")
    /// It is not paused.
    public static let notPaused = Self(rawValue: "NOT_PAUSED")
    /// It plays already.
    public static let alreadyPlaying = Self(rawValue: "ALREADY_PLAYING")
    /// What plays does not play on that device itself.
    public static let notPlayingLocally = Self(rawValue: "NOT_PLAYING_LOCALLY")
    /// No track plays.
    public static let notPlayingTrack = Self(rawValue: "NOT_PLAYING_TRACK")
    /// No album, playlist or the like plays.
    public static let notPlayingContext = Self(rawValue: "NOT_PLAYING_CONTEXT")
    /// What plays has no end, and does not take this.
    public static let endlessContext = Self(rawValue: "ENDLESS_CONTEXT")
    /// What plays does not allow this.
    public static let contextDisallowed = Self(rawValue: "CONTEXT_DISALLOW")
    /// The service does not say more.
    public static let unknown = Self(rawValue: "UNKNOWN")

    /// The user has not granted the right (a scope). The service says this by a sentence only; the
    /// name is this library's.
    public static let insufficientScope = Self(rawValue: "insufficientScope")
    /// The app is blocked: whose it is has no Premium account. As with ``insufficientScope``.
    public static let appBlocked = Self(rawValue: "appBlocked")
  }
}

extension CatalogError {
  /// Why Spotify refused; `nil` where it does not say, or another service failed.
  public var spotifyReason: Spotify.Reason? {
    guard service == .spotify, let detail = details.first else { return nil }
    if let code = detail.code { return Spotify.Reason(rawValue: code) }
    let text = detail.text?.lowercased() ?? ""
    if text.contains("insufficient client scope") { return .insufficientScope }
    if text.contains("application is blocked") { return .appBlocked }
    return nil
  }
}
