import MusicCatalog

/// Gives the Music user token that calls under `/v1/me` need beside the developer token.
///
/// Who calls the service asks before each such request. Where the service answers 403, it says so by
/// ``refused(_:)``, asks once more, and sends again only if it gets *another* token. Both may be
/// called at any time, from any number of tasks.
public protocol UserTokenProvider: Sendable {
  /// The token of the listener who is signed in.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` where nobody is; `CancellationError`.
  func token() async throws -> MusicUserToken

  /// Hears that the service refused `token` (HTTP 403). Does not wait for another one.
  ///
  /// Told twice of the same token, or of one that has been replaced: no effect.
  func refused(_ token: MusicUserToken) async
}

extension UserTokenProvider {
  /// Does nothing: right for who has only one token.
  public func refused(_ token: MusicUserToken) async {}
}

extension CatalogError {
  /// That nobody is signed in, as a ``UserTokenProvider`` says it.
  public static var missingUserToken: CatalogError {
    CatalogError(
      .missingCredential,
      "No Music user token: nobody is signed in",
      service: .appleMusic
    )
  }
}

/// Gives one Music user token, or says that there is none.
public struct StaticUserTokenProvider: UserTokenProvider {
  private let held: MusicUserToken?

  /// Makes a provider of `token`; `nil`: nobody is signed in.
  public init(_ token: MusicUserToken?) {
    held = token
  }

  /// The token, also after it was refused.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` where there is none.
  public func token() async throws -> MusicUserToken {
    guard let held else { throw CatalogError.missingUserToken }
    return held
  }
}
