extension AppleMusic {
  /// One thing that an answer of the service shows about ``Capabilities``.
  public enum CapabilitySignal: Sendable, Hashable, CaseIterable {
    /// The developer token was good enough for an answer.
    case developerTokenAccepted
    /// 401: the developer token is not accepted.
    case developerTokenRefused
    /// There is no user token to send.
    case userTokenMissing
    /// A call under `/v1/me` was answered.
    case userTokenAccepted
    /// 403 under `/v1/me`: the user token is not accepted.
    case userTokenRefused
    /// 400 with code 40015, "Insufficient Privileges": the account has no subscription.
    case subscriptionMissing
    /// The listener's library was read or written.
    case libraryAccepted
  }
}

extension AppleMusic.CapabilitySignal {
  /// What an answer to a call shows, in the order in which it is to be noted; empty where nothing.
  ///
  /// The answer must have come from the service, for the tokens in use now: not from a cache.
  ///
  /// - Parameters:
  ///   - path: The request's path, such as `/v1/me/library/songs`; a query does not matter.
  ///   - status: The answer's status.
  ///   - codes: The codes of its errors, such as `40015`.
  public static func signals(path: String, status: Int, codes: [String] = []) -> [Self] {
    let parts = path.prefix { $0 != "?" }.split(separator: "/")
    let isPersonal = parts.dropFirst().first == "me"
    switch status {
    case 200..<300 where isPersonal && parts.dropFirst(2).first == "library":
      return [.developerTokenAccepted, .userTokenAccepted, .libraryAccepted]
    case 200..<300 where isPersonal:
      return [.developerTokenAccepted, .userTokenAccepted]
    case 200..<300:
      return [.developerTokenAccepted]
    case 400 where isPersonal && codes.contains("40015"):
      return [.developerTokenAccepted, .userTokenAccepted, .subscriptionMissing]
    case 401:
      return [.developerTokenRefused]
    case 403 where isPersonal:
      return [.developerTokenAccepted, .userTokenRefused]
    default:
      return []
    }
  }
}
