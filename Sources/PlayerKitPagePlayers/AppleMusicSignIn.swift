import PlayerKitAppleMusic

/// The result of a sign-in to Apple Music.
public struct AppleMusicSignIn: Sendable, Hashable {
  /// The token for calls under `/v1/me`. **A secret.**
  public let token: MusicUserToken
  /// The storefront of the user's subscription, such as `us`; `nil` if unknown.
  public let storefront: String?
}
