import MusicCatalog

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

extension Spotify {
  /// What the service answers instead of data: the API's form, or that of the token end point.
  public struct ErrorDocument: Codable, Hashable, Sendable {
    /// What is wrong.
    public var error: Content?
    /// A sentence about it; of the token end point.
    public var text: String?

    /// Makes a document.
    public init(_ error: Content? = nil, text: String? = nil) {
      self.error = error
      self.text = text
    }

    private enum CodingKeys: String, CodingKey {
      case error
      case text = "error_description"
    }
  }
}

extension Spotify.ErrorDocument {
  /// What is wrong, in either form.
  public enum Content: Hashable, Sendable {
    /// Of the API.
    case failure(Failure)
    /// Of the token end point: a name, such as `invalid_grant`.
    case name(String)
  }

  /// A failure of the API.
  public struct Failure: Codable, Hashable, Sendable {
    /// The HTTP status.
    public var status: Int?
    /// The failure in a sentence.
    public var message: String?
    /// Why the player, or a quota, refuses.
    public var reason: Spotify.Reason?

    /// Makes one of which nothing is known.
    public init() {}
  }

  /// As a ``CatalogError`` carries it: the reason as the code.
  public var details: [CatalogError.Detail] {
    switch error {
    case .failure(let failure):
      [CatalogError.Detail(code: failure.reason?.rawValue, text: failure.message)]
    case .name(let name): [CatalogError.Detail(code: name, text: text)]
    case nil: []
    }
  }
}

extension Spotify.ErrorDocument.Content: Codable {
  /// Reads either form.
  public init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      self = .name(name)
    } else {
      self = .failure(try Spotify.ErrorDocument.Failure(from: decoder))
    }
  }

  /// Writes the form that was read.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .failure(let failure): try failure.encode(to: encoder)
    case .name(let name):
      var container = encoder.singleValueContainer()
      try container.encode(name)
    }
  }
}
