import PlayerKitServices

/// A user's permission for an app to write. It does not expire, but the user can revoke it.
public struct LastFMSession: Sendable, Hashable, Codable {
  /// The user's name.
  public var name: String
  /// The session key that each call carries. Keep it secret.
  public var key: String

  /// Creates a session from stored values.
  public init(name: String, key: String) {
    self.name = name
    self.key = key
  }
}

extension LastFMSession: Redacted {
  /// The user's name, without the key.
  public var description: String { "Last.fm session of \(name)" }
}
