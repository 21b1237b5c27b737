import MusicCatalog

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
    /// 401 or 403 under `/v1/me`: the user token is not accepted.
    case userTokenRefused
    /// 400 with code 40015, "Insufficient Privileges": the account has no library. It may still have
    /// a subscription of a smaller tier.
    case libraryRefused
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
    let isLibrary = isPersonal && parts.dropFirst(2).first == "library"
    // The service says of an empty list that it has none.
    let isAnswer = (200..<300).contains(status) || codes.contains(ReplyFailure.noRelatedResources)
    switch status {
    case 200..<300, 404:
      guard isPersonal else { return [.developerTokenAccepted] }
      let library: [Self] = isLibrary && isAnswer ? [.libraryAccepted] : []
      return [.developerTokenAccepted, .userTokenAccepted] + library
    case 400 where isPersonal && codes.contains(ReplyFailure.insufficientPrivileges):
      return [.developerTokenAccepted, .userTokenAccepted, .libraryRefused]
    case 401 where isPersonal:
      return [.userTokenRefused]
    case 401:
      return [.developerTokenRefused]
    case 403 where isPersonal:
      return [.developerTokenAccepted, .userTokenRefused]
    default:
      return []
    }
  }
}
