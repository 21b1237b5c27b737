import PlayerKitServices

/// The credentials for a Subsonic server. Descriptions contain neither name nor secret.
public enum SubsonicCredentials: Sendable, Hashable, Redacted {
  /// A user and password. Instead of the password, a digest with a new salt is sent.
  case password(user: String, password: String)
  /// A key that the server issued for this app (OpenSubsonic).
  case apiKey(String)
}
