import PlayerKitServices

extension AppleMusic {
  /// What app and listener may do, as far as the service's answers show.
  ///
  /// MusicKit asks the system about the listener's subscription. On Linux there is no system to ask,
  /// and the API has no call for it: everything here is inferred from how calls were answered, and
  /// `nil` means that no answer has shown it yet. In particular
  ///
  /// - there is no positive proof of a subscription: that the listener's library answers is taken for
  ///   one, though a subscriber of iTunes Match alone may have a library too;
  /// - there is no proof against one: an account whose library is refused may have no subscription, or
  ///   one of a tier without a library;
  /// - whether the service sells subscriptions where the listener lives, or offers a trial, is not
  ///   known;
  /// - a subscription that begins or ends shows with the next call that depends on it, not before;
  /// - whole songs are encrypted for Apple's own players: ``canPlayCatalogContent`` is about the
  ///   listener's right. What this library plays of the catalog are previews, which need none.
  public struct Capabilities: Sendable, Hashable {
    /// Whether the service accepts the app's developer token.
    public var canReadCatalog: Bool?
    /// Whether the listener may play whole songs of the catalog.
    public var canPlayCatalogContent: Bool?
    /// Whether the listener has a library that songs can be added to.
    public var canAddToLibrary: Bool?
    /// Whether the listener has no subscription, and so could take one out. No answer shows that they
    /// have none: this is `false` or `nil`.
    public var canBecomeSubscriber: Bool?

    /// The same as ``canAddToLibrary``, by the name that MusicKit has for it.
    public var hasCloudLibraryEnabled: Bool? { canAddToLibrary }

    /// Makes capabilities; by default nothing is known.
    public init(
      canReadCatalog: Bool? = nil,
      canPlayCatalogContent: Bool? = nil,
      canAddToLibrary: Bool? = nil,
      canBecomeSubscriber: Bool? = nil
    ) {
      self.canReadCatalog = canReadCatalog
      self.canPlayCatalogContent = canPlayCatalogContent
      self.canAddToLibrary = canAddToLibrary
      self.canBecomeSubscriber = canBecomeSubscriber
    }
  }
}

extension AppleMusic {
  /// One thing that an answer of the service shows about ``Capabilities``.
  @nonexhaustive public enum CapabilitySignal: Sendable, Hashable, CaseIterable {
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

extension AppleMusic {
  /// A cheap call whose answer shows something about ``Capabilities``.
  @nonexhaustive public enum CapabilityProbe: Sendable, Hashable, CaseIterable {
    /// `GET /v1/test`, with the developer token alone.
    case developerToken
    /// `GET /v1/me/storefront`, with the user token too.
    case userToken
    /// `GET /v1/me/library/songs?limit=1`, with the user token too.
    case library

    /// Path and query of the call.
    public var path: String {
      switch self {
      case .developerToken: "/v1/test"
      case .userToken: "/v1/me/storefront"
      case .library: "/v1/me/library/songs?limit=1"
      }
    }

    /// Whether the call needs a user token.
    public var needsUserToken: Bool {
      switch self {
      case .developerToken: false
      case .userToken, .library: true
      }
    }
  }
}

extension AppleMusic.CapabilityProbe {
  /// What an answer shows.
  func signals(of reply: HTTPReply) -> [AppleMusic.CapabilitySignal] {
    AppleMusic.CapabilitySignal.signals(
      path: path,
      status: reply.response.status.code,
      codes: ReplyFailure.details(of: reply.body).compactMap(\.code)
    )
  }

  /// What a failure shows; `nil` where it shows nothing, and is one of the way there.
  func signals(of error: any Error) -> [AppleMusic.CapabilitySignal]? {
    guard let error = error as? CatalogError else { return nil }
    let signals =
      error.httpStatus.map {
        AppleMusic.CapabilitySignal.signals(
          path: path,
          status: $0,
          codes: error.details.compactMap(\.code)
        )
      } ?? []
    if !signals.isEmpty { return signals }
    return needsUserToken && error.code == .missingCredential ? [.userTokenMissing] : nil
  }
}
