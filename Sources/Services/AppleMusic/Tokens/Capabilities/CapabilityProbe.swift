import MusicCatalog

extension AppleMusic {
  /// A cheap call whose answer shows something about ``Capabilities``.
  public enum CapabilityProbe: Sendable, Hashable, CaseIterable {
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
