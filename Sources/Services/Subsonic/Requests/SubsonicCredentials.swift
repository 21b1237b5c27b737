import PlayerKitServices

/// Who asks a Subsonic server. Descriptions show neither name nor secret.
public enum SubsonicCredentials: Sendable, Hashable, Redacted {
  /// A user and the password, which is not sent: a digest with a new salt is.
  case password(user: String, password: String)
  /// A key that the server gave out for this app (OpenSubsonic).
  case apiKey(String)
}
