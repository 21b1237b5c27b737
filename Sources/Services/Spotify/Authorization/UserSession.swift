import Foundation
import Locking
import MusicCatalog

/// The tokens in a store, and what changes them, one after the other.
struct UserSession: Sendable {
  private struct State {
    /// Tokens that came and could not be saved: the store's are dead.
    var unsaved: SpotifyTokens?
    /// The tokens that were refused since the sign-in: a late word on an old one must not make the
    /// new one count as good. Each lives for an hour; so many do not come.
    var refused: Set<SpotifyAccessToken> = []
  }

  let exchange: any SpotifyTokenExchange
  let store: any SpotifyTokenStore
  let clock: any CatalogClock
  private let line = SerialLine()
  private let state = Locked(State())

  func refused(_ token: SpotifyAccessToken) {
    state.withLock { _ = $0.refused.insert(token) }
  }

  func tokens() async throws -> SpotifyTokens? {
    try await line.run { try await kept() }
  }

  /// A token that is fresh: the one that is kept, or one by a refresh.
  func next() async -> Result<GrantedToken, CatalogError> {
    await Result(of: { try await line.run { try await fresh() }.granted })
      .mapError { .ofTokenSource($0) }
  }

  func signIn(
    with code: SpotifyAuthorizationCode,
    then action: @escaping @Sendable (GrantedToken) -> Void
  ) async throws -> SpotifyTokens {
    try await line.run {
      let date = clock.date
      let tokens = SpotifyTokens(signIn: try await exchange.redeem(code), at: date)
      try await store.save(tokens)
      state.withLock { $0 = State() }
      action(tokens.granted)
      return tokens
    }
  }

  func signOut(then action: @escaping @Sendable () -> Void) async throws {
    try await line.run {
      // Also where the store fails: this process forgets.
      state.withLock { $0 = State() }
      action()
      try await store.remove()
    }
  }

  private func kept() async throws -> SpotifyTokens? {
    if let unsaved = state.withLock({ $0.unsaved }) {
      try await save(unsaved)
      return unsaved
    }
    return try await store.load()
  }

  private func fresh() async throws -> SpotifyTokens {
    guard let tokens = try await kept() else {
      throw CatalogError.spotify(.missingCredential, "Nobody is signed in")
    }
    if isFresh(tokens) { return tokens }
    do {
      return try await refreshed(tokens)
    } catch let error as CatalogError where error.code == .signInRequired {
      // Another process may have used the refresh token first, and kept the next one.
      guard let others = try await store.load(), others.refreshToken != tokens.refreshToken else {
        try await store.remove()
        throw error
      }
      return isFresh(others) ? others : try await refreshed(others)
    }
  }

  private func refreshed(_ tokens: SpotifyTokens) async throws -> SpotifyTokens {
    guard let refreshToken = tokens.refreshToken else {
      throw CatalogError.spotify(
        .signInRequired,
        "The access token has ended, and there is no refresh token: the user has to sign in again"
      )
    }
    let date = clock.date
    let answer = try await exchange.refresh(refreshToken)
    let next = tokens.refreshed(by: answer, at: date)
    try await save(next)
    return next
  }

  private func save(_ tokens: SpotifyTokens) async throws {
    state.withLock { $0.unsaved = tokens }
    try await store.save(tokens)
    state.withLock { $0.unsaved = nil }
  }

  private func isFresh(_ tokens: SpotifyTokens) -> Bool {
    let refused = state.withLock { $0.refused }
    return !refused.contains { $0.secret == tokens.accessToken }
      && clock.date < tokens.expiresAt.addingTimeInterval(-60)
  }
}

/// Runs work one after the other, in the order in which it is given.
///
/// It runs in a task of its own, and ends by itself also where who gave it is cancelled: a token
/// that has been rotated must be saved.
private struct SerialLine: Sendable {
  private let last = Locked<Task<Void, Never>?>(nil)

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let outcome = Promise<Value>()
    last.withLock { last in
      last = Task { [previous = last] in
        await previous?.value
        outcome.finish(await Result(of: work))
      }
    }
    return try await outcome.value()
  }
}
