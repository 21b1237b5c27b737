import Foundation
import PlayerKitSystem
import PlayerKitServices

/// A Music user token: stands for one listener's account in calls under `/v1/me`.
///
/// It is opaque. An app gets it on a device by MusicKit or in a browser by MusicKit JS; there is no
/// other way, and none to refresh it. It ends after about half a year, and with a changed password, a
/// revocation or the end of the subscription. Descriptions, reflection and `dump` do not show it.
public struct MusicUserToken: Sendable, Hashable, Redacted {
  /// The token itself. **A secret**: whoever has it reads and changes the listener's library. For
  /// the `Music-User-Token` header, and for the app's own store of secrets.
  public let secret: String

  /// Takes a token, white space around it left out.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` where it is empty, longer than 8 KiB, or has
  ///   characters that a header field cannot carry.
  public init(_ text: String) throws(CatalogError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty, text.utf8.count <= 8192, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
      throw CatalogError.appleMusic(
        .invalidCredential,
        "The Music user token is empty, too long, or not of visible ASCII characters"
      )
    }
    secret = text
  }
}

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
    CatalogError.appleMusic(.missingCredential, "No Music user token: nobody is signed in")
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

/// Gets Music user tokens from the app by a closure, and keeps the latest until it is refused.
///
/// However many ask at once, the closure runs once, so that it may show a sign-in to the listener.
/// It runs in a task of its own: a caller that is cancelled stops waiting, the others go on.
/// Descriptions hold no token.
public final class RequestedUserTokenProvider: UserTokenProvider, Redacted {
  private struct State {
    var held: MusicUserToken?
    var refused: MusicUserToken?
    /// Another one when the app forgets the listener: a late answer is not for the next one.
    var flight = Coalescer<MusicUserToken>()
  }

  private let state = Locked(State())
  private let request: @Sendable (_ refused: MusicUserToken?) async throws -> MusicUserToken?

  /// Makes a provider.
  ///
  /// - Parameter request: Gives the listener's token, or `nil` where nobody is signed in. It gets the
  ///   token that the service refused last, where one was: giving the same one again means that there
  ///   is no other. Neither `nil` nor an error is remembered: the next call asks again.
  public init(
    request: @escaping @Sendable (_ refused: MusicUserToken?) async throws -> MusicUserToken?
  ) {
    self.request = request
  }

  /// The token at hand, or what the closure gives.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` where it gives none; its error;
  ///   `CancellationError`.
  public func token() async throws -> MusicUserToken {
    let (held, flight) = state.withLock { ($0.held, $0.flight) }
    if let held { return held }
    return try await flight.run { [state, request] in
      let (held, refused) = state.withLock { state in
        // A flight that has just ended may have brought it.
        (state.flight === flight ? state.held : nil, state.refused)
      }
      if let held { return held }
      guard let token = try await request(refused) else { throw CatalogError.missingUserToken }
      state.withLock { if $0.flight === flight { $0.held = token } }
      return token
    }
  }

  /// Drops the token, so that the next call of ``token()`` asks the app.
  public func refused(_ token: MusicUserToken) async {
    state.withLock { state in
      guard state.held == token else { return }
      state.held = nil
      state.refused = token
    }
  }

  /// Drops the token because the listener has signed out or changed. Who waits already may still
  /// get the old one; who asks from now on does not.
  public func forget() {
    state.withLock { state in
      state.held = nil
      state.refused = nil
      state.flight = Coalescer()
    }
  }
}
