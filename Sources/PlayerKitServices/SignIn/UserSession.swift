import Foundation
import PlayerKit
import PlayerKitSystem

/// The tokens of a user's sign-in.
package protocol SignInTokens: Sendable {
  var accessToken: String { get }
  var expiresAt: Date { get }
  /// The token for requesting the next ones. If `nil`, the user has to sign in again.
  var refreshToken: String? { get }
}

/// A user's tokens in a store, with serialized changes.
package struct UserSession<Tokens: SignInTokens>: Sendable {
  /// The storage of the tokens.
  package struct Store: Sendable {
    let load: @Sendable () async throws -> Tokens?
    let save: @Sendable (Tokens) async throws -> Void
    let remove: @Sendable () async throws -> Void

    package init(
      load: @escaping @Sendable () async throws -> Tokens?,
      save: @escaping @Sendable (Tokens) async throws -> Void,
      remove: @escaping @Sendable () async throws -> Void
    ) {
      self.load = load
      self.save = save
      self.remove = remove
    }
  }

  private struct State {
    /// New tokens that could not be saved. Those in the store are no longer valid.
    var unsaved: Tokens?
    /// The access tokens rejected since the sign-in. A late rejection of an old one must not clear
    /// the rejection of the new one. Each lasts for an hour, so the set stays small.
    var refused: Set<String> = []
  }

  private let service: CatalogService
  private let store: Store
  private let clock: any PlaybackClock
  private let refresh: @Sendable (Tokens, String) async throws -> Tokens
  private let line = SerialLine()
  private let state = Locked(State())

  /// - Parameter refresh: Requests new tokens with a refresh token.
  package init(
    of service: CatalogService,
    store: Store,
    clock: any PlaybackClock,
    refresh: @escaping @Sendable (Tokens, String) async throws -> Tokens
  ) {
    self.service = service
    self.store = store
    self.clock = clock
    self.refresh = refresh
  }

  /// Records that the service rejected an access token.
  package func refused(_ token: String) {
    state.withLock { _ = $0.refused.insert(token) }
  }

  /// Returns the stored tokens.
  package func tokens() async throws -> Tokens? {
    try await line.run { try await kept() }
  }

  /// Returns fresh tokens: the stored ones, or new ones after a refresh.
  package func next() async throws -> Tokens {
    try await line.run { try await fresh() }
  }

  /// Saves tokens that could not be saved before.
  package func saveUnsaved() async {
    guard state.withLock({ $0.unsaved != nil }) else { return }
    _ = try? await tokens()
  }

  /// Stores the tokens of a sign-in, then runs `action`.
  package func signIn(
    by redeem: @escaping @Sendable () async throws -> Tokens,
    then action: @escaping @Sendable (Tokens) -> Void
  ) async throws -> Tokens {
    try await line.run {
      let tokens = try await redeem()
      try await store.save(tokens)
      state.withLock { $0 = State() }
      action(tokens)
      return tokens
    }
  }

  /// Removes the tokens.
  package func signOut(then action: @escaping @Sendable () -> Void) async throws {
    try await line.run {
      // Even if the store fails, this process drops them.
      state.withLock { $0 = State() }
      action()
      try await store.remove()
    }
  }

  private func kept() async throws -> Tokens? {
    if let unsaved = state.withLock({ $0.unsaved }) {
      try? await save(unsaved)
      return unsaved
    }
    return try await store.load()
  }

  private func fresh() async throws -> Tokens {
    guard let tokens = try await kept() else {
      throw CatalogError(.missingCredential, "Nobody is signed in", service: service)
    }
    if isFresh(tokens) { return tokens }
    do {
      return try await refreshed(tokens)
    } catch let error as CatalogError where error.code == .signInRequired {
      // Another process may have used the refresh token first, and stored the next one.
      guard let others = try await store.load(), others.refreshToken != tokens.refreshToken else {
        try await store.remove()
        throw error
      }
      return isFresh(others) ? others : try await refreshed(others)
    }
  }

  private func refreshed(_ tokens: Tokens) async throws -> Tokens {
    guard let refreshToken = tokens.refreshToken else {
      throw CatalogError(
        .signInRequired,
        "The access token has ended, and there is no refresh token: the user has to sign in again",
        service: service
      )
    }
    let next = try await refresh(tokens, refreshToken)
    // The service accepts only the new tokens. If they cannot be saved, for example on a full disk,
    // this process uses them and saves them later.
    try? await save(next)
    return next
  }

  private func save(_ tokens: Tokens) async throws {
    state.withLock { $0.unsaved = tokens }
    try await store.save(tokens)
    state.withLock { $0.unsaved = nil }
  }

  private func isFresh(_ tokens: Tokens) -> Bool {
    let refused = state.withLock { $0.refused }
    return !refused.contains(tokens.accessToken)
      && clock.date < tokens.expiresAt.addingTimeInterval(-60)
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
