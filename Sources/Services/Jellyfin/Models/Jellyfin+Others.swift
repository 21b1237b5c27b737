import PlayerKitServices

extension Jellyfin {
  /// What a server states about itself without a sign-in.
  public struct ServerInfo: Codable, Hashable, Sendable {
    /// The server's own id.
    public var id: String?
    /// The name that the owner chose.
    public var name: String?
    /// The version.
    public var version: String?
    /// The software, such as `Jellyfin Server`.
    public var product: String?

    enum CodingKeys: String, CapitalizedKey {
      case id, version
      case name = "ServerName"
      case product = "ProductName"
    }
  }

  /// A user.
  public struct User: Codable, Hashable, Sendable {
    /// The id.
    public var id: String?
    /// The name.
    public var name: String?

    enum CodingKeys: String, CapitalizedKey {
      case id, name
    }
  }

  /// The answer to a sign-in.
  struct SignInAnswer: Codable, Sendable {
    var user: User?
    var accessToken: String?

    enum CodingKeys: String, CapitalizedKey {
      case user, accessToken
    }

    func session(deviceID: String, server: String) throws(CatalogError) -> JellyfinSession {
      guard let accessToken, !accessToken.isEmpty, accessToken.utf8.count <= 4_096,
        let id = user?.id
      else {
        throw CatalogError(
          .malformedReply,
          "The answer contains no token or no user.",
          service: .jellyfin
        )
      }
      return JellyfinSession(
        accessToken: accessToken,
        userID: try JellyfinClient.checked(id),
        userName: user?.name,
        deviceID: deviceID,
        server: server
      )
    }
  }

  /// The state of a sign-in by Quick Connect.
  struct QuickConnect: Codable, Sendable {
    var authenticated: Bool?
    var secret: String?
    var code: String?

    enum CodingKeys: String, CapitalizedKey {
      case authenticated, secret, code
    }

    /// The code, if it can be shown to a user. Real ones have six digits.
    var shownCode: String? {
      code.flatMap { code in
        (1...32).contains(code.utf8.count) && code.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
          ? code : nil
      }
    }
  }

  /// The lyrics of a song.
  public struct SongLyrics: Codable, Hashable, Sendable {
    /// One line.
    public struct Line: Codable, Hashable, Sendable {
      /// The text.
      public var text: String?
      /// The start in ticks of 100 ns.
      public var start: Int?

      enum CodingKeys: String, CapitalizedKey {
        case text, start
      }
    }

    /// The lines.
    public var lines: LossyArray<Line>?

    enum CodingKeys: String, CapitalizedKey {
      case lines = "Lyrics"
    }
  }
}
