/// A user's permission for an app to write. It does not expire; the user can take it back.
public struct LastFMSession: Sendable, Hashable, Codable {
  /// The user's name.
  public var name: String
  /// The key that each call carries. A secret.
  public var key: String

  /// Makes a session of what was kept.
  public init(name: String, key: String) {
    self.name = name
    self.key = key
  }
}

extension LastFMSession: CustomStringConvertible, CustomDebugStringConvertible {
  /// The user's name, without the key.
  public var description: String { "Last.fm session of \(name)" }
  /// The same.
  public var debugDescription: String { description }
}
