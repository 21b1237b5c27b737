import Foundation
import PlayerKit
import PlayerKitSystem

/// The tokens of a session in their store, with serialized changes.
struct StoredTokens: Sendable {
  private struct State {
    /// New tokens that could not be saved. Those in the store are no longer valid.
    var unsaved: OAuthToken?
    /// The access tokens rejected since the sign-in. A late rejection of an old one must not clear
    /// the rejection of the new one. Each lasts for an hour, so the set stays small.
    var refused: Set<String> = []
  }

  let configuration: OAuthConfiguration
  let owner: OAuthSession.Owner
  let store: any OAuthTokenStore
  let client: OAuthClient
  let clock: any PlaybackClock
  private let line = SerialLine()
  private let state = Locked(State())

  /// Records that the service rejected an access token.
  func refused(_ token: String) {
    state.withLock { _ = $0.refused.insert(token) }
  }

  /// Returns the stored tokens.
  func current() async throws -> OAuthToken? {
    try await line.run { try await kept() }
  }

  /// Returns fresh tokens: the stored ones, or new ones.
  func next() async throws -> OAuthToken {
    try await line.run { try await fresh() }
  }

  /// Saves tokens that could not be saved before.
  func saveUnsaved() async {
    guard state.withLock({ $0.unsaved != nil }) else { return }
    _ = try? await current()
  }

  /// Redeems a code, stores its tokens, then runs `action`.
  func signIn(
    with code: OAuthCode,
    then action: @escaping @Sendable (OAuthToken) -> Void
  ) async throws -> OAuthToken {
    guard owner == .user else {
      throw CatalogError(
        .invalidArgument,
        "No user signs in to a session of the app",
        service: configuration.service
      )
    }
    return try await line.run {
      let date = clock.date
      var token = OAuthToken(try await client.redeem(code), at: date)
      token.authorizedAt = date
      try await store.save(token)
      state.withLock { $0 = State() }
      action(token)
      return token
    }
  }

  /// Removes the tokens.
  func signOut(then action: @escaping @Sendable () -> Void) async throws {
    try await line.run {
      // Even if the store fails, this process drops them.
      state.withLock { $0 = State() }
      action()
      try await store.remove()
    }
  }

  private func kept() async throws -> OAuthToken? {
    if let unsaved = state.withLock({ $0.unsaved }) {
      try? await save(unsaved)
      return unsaved
    }
    // Without a stored token, an app only sends another request.
    return owner == .app ? try? await store.load() : try await store.load()
  }

  private func fresh() async throws -> OAuthToken {
    let token = try await kept()
    if let token, isFresh(token) { return token }
    guard owner == .user else { return try await renewed { try await client.appToken() } }
    guard let token else {
      throw CatalogError(.missingCredential, "No user is signed in", service: configuration.service)
    }
    do {
      return try await refreshed(token)
    } catch let error as CatalogError where error.code == .signInRequired {
      // Another process may have used the refresh token first, and stored the next one.
      guard let others = try await store.load(), others.refreshToken != token.refreshToken else {
        try await store.remove()
        throw error
      }
      return isFresh(others) ? others : try await refreshed(others)
    }
  }

  private func refreshed(_ token: OAuthToken) async throws -> OAuthToken {
    guard let refreshToken = token.refreshToken else {
      throw CatalogError(
        .signInRequired,
        "The access token has ended, and there is no refresh token: the user has to sign in again",
        service: configuration.service
      )
    }
    return try await renewed(token) { try await client.refresh(refreshToken) }
  }

  private func renewed(
    _ previous: OAuthToken? = nil,
    by request: () async throws -> OAuthAnswer
  ) async throws -> OAuthToken {
    let date = clock.date
    let next = OAuthToken(try await request(), at: date, after: previous)
    // The service accepts only the new tokens. If they cannot be saved, for example on a full disk,
    // this process uses them and saves them later.
    try? await save(next)
    return next
  }

  private func save(_ token: OAuthToken) async throws {
    state.withLock { $0.unsaved = token }
    try await store.save(token)
    state.withLock { $0.unsaved = nil }
  }

  private func isFresh(_ token: OAuthToken) -> Bool {
    let refused = state.withLock { $0.refused }
    return !refused.contains(token.accessToken)
      && clock.date < token.expiresAt.addingTimeInterval(-(configuration.pace.leeway / .seconds(1)))
  }
}

/// Runs work serially, in the order of submission.
///
/// Each piece of work runs in its own task, and completes even if its caller is canceled: a rotated
/// token must be saved.
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
