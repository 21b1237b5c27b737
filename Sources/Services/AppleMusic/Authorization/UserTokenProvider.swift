import Foundation
import PlayerKitServices
import PlayerKitSystem

/// A Music user token, which represents a listener's account in calls under `/v1/me`.
///
/// It is opaque. An app gets it with MusicKit on a device, or with MusicKit JS in a browser. There
/// is no other way, and no way to refresh it. It expires after about half a year, or when the
/// password changes, access is revoked, or the subscription ends. Descriptions, reflection and
/// `dump` do not show it.
public struct MusicUserToken: Sendable, Hashable, Redacted {
  /// The token itself. **A secret**: anyone with the token can read and change the listener's
  /// library. Use it only for the `Music-User-Token` header and the app's own secret store.
  public let secret: String

  /// Takes a token. Ignores surrounding white space.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it is empty, longer than 8 KiB, or has
  ///   characters that are invalid in a header field.
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

/// Provides the Music user token that calls under `/v1/me` need in addition to the developer token.
///
/// The caller requests a token before each such request. If the service replies with 403, the
/// caller calls ``refused(_:)``, requests a token again, and resends only if it gets *another* one.
/// Both methods may be called at any time, from any number of tasks.
public protocol UserTokenProvider: Sendable {
  /// Returns the token of the listener who is signed in.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` if no listener is signed in;
  ///   `CancellationError`.
  func token() async throws -> MusicUserToken

  /// Reports that the service refused `token` (HTTP 403). Does not wait for another one.
  ///
  /// Has no effect if the token was already reported or has been replaced.
  func refused(_ token: MusicUserToken) async
}

extension UserTokenProvider {
  /// Does nothing, which is right for a provider with a single token.
  public func refused(_ token: MusicUserToken) async {}
}

extension CatalogError {
  /// The error of a ``UserTokenProvider`` if no listener is signed in.
  public static var missingUserToken: CatalogError {
    CatalogError.appleMusic(.missingCredential, "There is no Music user token. Sign in first.")
  }
}

/// Provides a single Music user token, or none.
public struct StaticUserTokenProvider: UserTokenProvider {
  private let held: MusicUserToken?

  /// Makes a provider of `token`. `nil` means that no listener is signed in.
  public init(_ token: MusicUserToken?) {
    held = token
  }

  /// Returns the token, even after it was refused.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` if there is none.
  public func token() async throws -> MusicUserToken {
    guard let held else { throw CatalogError.missingUserToken }
    return held
  }
}

/// Gets Music user tokens from the app through a closure, and caches the latest until it is
/// refused.
///
/// The closure runs once for concurrent callers, so it may present a sign-in. It runs in its own
/// task: a canceled caller stops waiting, and the others continue. Descriptions contain no token.
public final class RequestedUserTokenProvider: UserTokenProvider, Redacted {
  private struct State {
    var held: MusicUserToken?
    var refused: MusicUserToken?
    /// Replaced when the app forgets the listener: a late result does not belong to the next one.
    var flight = Coalescer<MusicUserToken>()
  }

  private let state = Locked(State())
  private let request: @Sendable (_ refused: MusicUserToken?) async throws -> MusicUserToken?

  /// Makes a provider.
  ///
  /// - Parameter request: Returns the listener's token, or `nil` if no listener is signed in. Its
  ///   argument is the token that the service refused last, if any; returning it again means that
  ///   there is no other. `nil` and errors are not cached: the next call asks again.
  public init(
    request: @escaping @Sendable (_ refused: MusicUserToken?) async throws -> MusicUserToken?
  ) {
    self.request = request
  }

  /// Returns the cached token, or requests one from the closure.
  ///
  /// - Throws: ``CatalogError/Code/missingCredential`` if the closure returns `nil`; the closure's
  ///   error; `CancellationError`.
  public func token() async throws -> MusicUserToken {
    let (held, flight) = state.withLock { ($0.held, $0.flight) }
    if let held { return held }
    return try await flight.run { [state, request] in
      let (held, refused) = state.withLock { state in
        // A request that has just ended may have set it.
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

  /// Drops the token because the listener has signed out or changed. Callers that already wait may
  /// still get the old one; later callers do not.
  public func forget() {
    state.withLock { state in
      state.held = nil
      state.refused = nil
      state.flight = Coalescer()
    }
  }
}
