import Locking
import MusicCatalog

/// Gets Music user tokens from the app by a closure, and keeps the latest until it is refused.
///
/// However many ask at once, the closure runs once, so that it may show a sign-in to the listener.
/// It runs in a task of its own: a caller that is cancelled stops waiting, the others go on.
/// Descriptions hold no token.
public final class RequestedUserTokenProvider: UserTokenProvider {
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

extension RequestedUserTokenProvider: CustomStringConvertible, CustomReflectable {
  /// The type's name.
  public var description: String { "RequestedUserTokenProvider" }

  /// Nothing: what is inside holds tokens.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
