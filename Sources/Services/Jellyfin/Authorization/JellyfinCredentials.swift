import PlayerKitServices

/// The credentials for a Jellyfin server. Descriptions contain neither name nor secret.
public enum JellyfinCredentials: Sendable, Hashable, Redacted {
  /// A user and password. They are exchanged for a token, which is stored.
  case password(user: String, password: String)
  /// A user's access token, or an API key of the server. A key acts for any user, so it needs the
  /// user's name.
  case token(String, user: String? = nil)

  /// The user's name, if known.
  var user: String? {
    switch self {
    case .password(let user, _): user
    case .token(_, let user): user
    }
  }
}

/// The name by which a server lists the app among its devices.
public struct JellyfinApp: Sendable, Hashable {
  /// The name of the app.
  public var name: String
  /// The version of the app.
  public var version: String
  /// The name of the device.
  public var device: String

  /// Creates a name.
  public init(name: String = "PlayerKit", version: String = "1", device: String = "PlayerKit") {
    self.name = name
    self.version = version
    self.device = device
  }

  /// The value of the `Authorization` field. With a token it is a secret.
  func authorization(token: String?, deviceID: String?) -> String {
    let parts: [(String, String?)] = [
      ("Client", name), ("Device", device), ("DeviceId", deviceID), ("Version", version),
      ("Token", token),
    ]
    let texts = parts.compactMap { name, value in
      value.map { "\(name)=\"\(PercentEncoding.segment($0))\"" }
    }
    return "MediaBrowser " + texts.joined(separator: ", ")
  }
}
