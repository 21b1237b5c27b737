import PlayerKitServices

extension Spotify {
  /// What the accounts service answers to a request for tokens, as does an app's own server for
  /// token swap. Its descriptions show neither token.
  public struct TokenAnswer: Sendable, Hashable, Codable, Redacted {
    /// The access token.
    public var accessToken: String
    /// `Bearer`.
    public var tokenType: String?
    /// The scopes that were granted, with spaces between them; missing or empty where there are none.
    public var scope: String?
    /// For how many seconds the access token is good.
    public var expiresIn: Int?
    /// The refresh token; none for client credentials, nor where the one that was sent stays good.
    public var refreshToken: String?

    /// Makes an answer, as an app's own server gives it.
    public init(
      accessToken: String,
      tokenType: String? = "Bearer",
      scope: String? = nil,
      expiresIn: Int? = 3600,
      refreshToken: String? = nil
    ) {
      self.accessToken = accessToken
      self.tokenType = tokenType
      self.scope = scope
      self.expiresIn = expiresIn
      self.refreshToken = refreshToken
    }

    private enum CodingKeys: String, SnakeCaseKey {
      case scope, accessToken, tokenType, expiresIn, refreshToken
    }
  }

  /// What the accounts service answers where it gives no token (RFC 6749, 5.2).
  public struct AuthorizationFailure: Sendable, Hashable, Codable {
    /// The failure's name, such as `invalid_grant`.
    public var error: String
    /// The failure in a sentence, whose wording varies.
    public var errorDescription: String?

    /// Makes a failure, as an app's own server states it.
    public init(error: String, errorDescription: String? = nil) {
      self.error = error
      self.errorDescription = errorDescription
    }

    private enum CodingKeys: String, SnakeCaseKey {
      case error, errorDescription
    }
  }

  /// Something that a user lets an app do. The set is open.
  public struct Scope: RawRepresentable, Hashable, Sendable, Codable {
    /// The service's spelling.
    public let rawValue: String

    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// See what plays, and where.
    public static let readPlaybackState = Self(rawValue: "user-read-playback-state")
    /// Control what plays.
    public static let modifyPlaybackState = Self(rawValue: "user-modify-playback-state")
    /// See the current track.
    public static let readCurrentlyPlaying = Self(rawValue: "user-read-currently-playing")
    /// Play in the app itself, by the service's own SDK.
    public static let streaming = Self(rawValue: "streaming")
    /// Control the service's app on the same device.
    public static let appRemoteControl = Self(rawValue: "app-remote-control")
    /// See what was played last.
    public static let readRecentlyPlayed = Self(rawValue: "user-read-recently-played")
    /// See the top artists and tracks.
    public static let readTop = Self(rawValue: "user-top-read")
    /// See how far episodes were played.
    public static let readPlaybackPosition = Self(rawValue: "user-read-playback-position")
    /// See the library.
    public static let readLibrary = Self(rawValue: "user-library-read")
    /// Change the library.
    public static let modifyLibrary = Self(rawValue: "user-library-modify")
    /// See private playlists.
    public static let readPrivatePlaylists = Self(rawValue: "playlist-read-private")
    /// See playlists made with others.
    public static let readCollaborativePlaylists = Self(rawValue: "playlist-read-collaborative")
    /// Change private playlists.
    public static let modifyPrivatePlaylists = Self(rawValue: "playlist-modify-private")
    /// Change public playlists.
    public static let modifyPublicPlaylists = Self(rawValue: "playlist-modify-public")
    /// See who is followed.
    public static let readFollowing = Self(rawValue: "user-follow-read")
    /// Follow, and follow no more.
    public static let modifyFollowing = Self(rawValue: "user-follow-modify")
    /// See country and kind of subscription.
    public static let readPrivateProfile = Self(rawValue: "user-read-private")
    /// See the e-mail address.
    public static let readEmail = Self(rawValue: "user-read-email")

    /// The scopes that a token answer lists.
    static func list(_ text: String?) -> Set<Scope> {
      Set((text ?? "").split(separator: " ").map { Scope(rawValue: String($0)) })
    }
  }
}
