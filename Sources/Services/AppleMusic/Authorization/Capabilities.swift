import PlayerKitServices

extension AppleMusic {
  /// The capabilities of the app and the listener, as shown by the service's replies.
  ///
  /// MusicKit asks the system about the listener's subscription. Linux has no such system service,
  /// and the API has no call for it. Therefore everything here is inferred from replies, and `nil`
  /// means that no reply has shown it yet. In particular:
  ///
  /// - There is no positive proof of a subscription. Access to the listener's library counts as
  ///   one, although a subscriber of only iTunes Match may have a library too.
  /// - There is no proof of its absence. An account whose library is refused may have no
  ///   subscription, or one of a tier without a library.
  /// - It is unknown whether the service sells subscriptions in the listener's country, or offers a
  ///   trial.
  /// - The start or end of a subscription shows only with the next call that depends on it.
  /// - Full songs are encrypted for Apple's own players, so ``canPlayCatalogContent`` only states
  ///   the listener's right. This library plays previews from the catalog, which need no
  ///   subscription.
  public struct Capabilities: Sendable, Hashable {
    /// Whether the service accepts the app's developer token.
    public var canReadCatalog: Bool?
    /// Whether the listener may play full songs of the catalog.
    public var canPlayCatalogContent: Bool?
    /// Whether the listener has a library to which songs can be added.
    public var canAddToLibrary: Bool?
    /// Whether the listener has no subscription, and so could buy one. No reply proves that, so the
    /// value is `false` or `nil`.
    public var canBecomeSubscriber: Bool?

    /// Same as ``canAddToLibrary``, under MusicKit's name.
    public var hasCloudLibraryEnabled: Bool? { canAddToLibrary }

    /// Makes capabilities. All are unknown by default.
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
  /// A fact about ``Capabilities`` that a reply of the service shows.
  @nonexhaustive public enum CapabilitySignal: Sendable, Hashable, CaseIterable {
    /// The service accepted the developer token.
    case developerTokenAccepted
    /// 401: the service refused the developer token.
    case developerTokenRefused
    /// There is no user token to send.
    case userTokenMissing
    /// A call under `/v1/me` was answered.
    case userTokenAccepted
    /// 401 or 403 under `/v1/me`: the service refused the user token.
    case userTokenRefused
    /// 400 with code 40015, "Insufficient Privileges": the account has no library. It may still
    /// have a subscription of a lower tier.
    case libraryRefused
    /// The listener's library was read or written.
    case libraryAccepted
  }
}

extension AppleMusic.CapabilitySignal {
  /// Returns the signals of a reply, in the order in which to record them. Empty if there are none.
  ///
  /// The reply must come from the service rather than a cache, and belong to the current tokens.
  ///
  /// - Parameters:
  ///   - path: The request's path, such as `/v1/me/library/songs`. A query is ignored.
  ///   - status: The status of the reply.
  ///   - codes: The codes of its errors, such as `40015`.
  public static func signals(path: String, status: Int, codes: [String] = []) -> [Self] {
    let parts = path.prefix { $0 != "?" }.split(separator: "/")
    let isPersonal = parts.dropFirst().first == "me"
    let isLibrary = isPersonal && parts.dropFirst(2).first == "library"
    // The service reports an empty list as an error.
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
  /// A cheap call whose reply shows something about ``Capabilities``.
  @nonexhaustive public enum CapabilityProbe: Sendable, Hashable, CaseIterable {
    /// `GET /v1/test`, with only the developer token.
    case developerToken
    /// `GET /v1/me/storefront`, with the user token too.
    case userToken
    /// `GET /v1/me/library/songs?limit=1`, with the user token too.
    case library

    /// The path and query of the call.
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
  /// Returns the signals of a reply.
  func signals(of reply: HTTPTransportResponse) -> [AppleMusic.CapabilitySignal] {
    AppleMusic.CapabilitySignal.signals(
      path: path,
      status: reply.response.status.code,
      codes: ReplyFailure.details(of: reply.body).compactMap(\.code)
    )
  }

  /// Returns the signals of an error. `nil` if it carries none, such as a network error.
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
