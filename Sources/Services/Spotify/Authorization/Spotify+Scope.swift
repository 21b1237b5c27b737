extension Spotify {
  /// A permission that a user grants an app. The set is open.
  public struct Scope: RawRepresentable, Hashable, Sendable, Codable {
    /// The service's spelling.
    public let rawValue: String

    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// See the playback state and its device.
    public static let readPlaybackState = Self(rawValue: "user-read-playback-state")
    /// Control playback.
    public static let modifyPlaybackState = Self(rawValue: "user-modify-playback-state")
    /// See the current track.
    public static let readCurrentlyPlaying = Self(rawValue: "user-read-currently-playing")
    /// Play in the app itself, with the service's own SDK.
    public static let streaming = Self(rawValue: "streaming")
    /// Control the service's app on the same device.
    public static let appRemoteControl = Self(rawValue: "app-remote-control")
    /// See recently played items.
    public static let readRecentlyPlayed = Self(rawValue: "user-read-recently-played")
    /// See the top artists and tracks.
    public static let readTop = Self(rawValue: "user-top-read")
    /// See the playback position in episodes.
    public static let readPlaybackPosition = Self(rawValue: "user-read-playback-position")
    /// See the library.
    public static let readLibrary = Self(rawValue: "user-library-read")
    /// Change the library.
    public static let modifyLibrary = Self(rawValue: "user-library-modify")
    /// See private playlists.
    public static let readPrivatePlaylists = Self(rawValue: "playlist-read-private")
    /// See collaborative playlists.
    public static let readCollaborativePlaylists = Self(rawValue: "playlist-read-collaborative")
    /// Change private playlists.
    public static let modifyPrivatePlaylists = Self(rawValue: "playlist-modify-private")
    /// Change public playlists.
    public static let modifyPublicPlaylists = Self(rawValue: "playlist-modify-public")
    /// See followed artists and users.
    public static let readFollowing = Self(rawValue: "user-follow-read")
    /// Follow and unfollow.
    public static let modifyFollowing = Self(rawValue: "user-follow-modify")
    /// See the country and the kind of subscription.
    public static let readPrivateProfile = Self(rawValue: "user-read-private")
    /// See the e-mail address.
    public static let readEmail = Self(rawValue: "user-read-email")
  }
}
