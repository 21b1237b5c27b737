import MusicCatalog

/// Gives the developer token that every call of the Apple Music API needs.
///
/// Who calls the service asks for a token before each request. Where the service answers 401, it
/// says so by ``refused(_:)``, asks once more, and sends again only if it gets *another* token:
///
///     let token = try await provider.token()
///     var reply = try await send(token)
///     if reply.response.status == .unauthorized {
///       await provider.refused(token)
///       let next = try await provider.token()
///       if next != token { reply = try await send(next) }
///     }
///
/// Both may be called at any time, from any number of tasks.
public protocol DeveloperTokenProvider: Sendable {
  /// A token to send now. Quick where one is at hand: nobody else needs to keep it.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/invalidCredential`` where there is only one that
  ///   cannot be used, or what kept the provider from getting one; `CancellationError`.
  func token() async throws -> DeveloperToken

  /// Hears that the service refused `token` (HTTP 401). Does not wait for another one.
  ///
  /// Told twice of the same token, or of one that has been replaced: no effect.
  func refused(_ token: DeveloperToken) async
}

extension DeveloperTokenProvider {
  /// Does nothing: right for who has only one token.
  public func refused(_ token: DeveloperToken) async {}
}
