/// Signs a user in to a service, and out. ``MusicService/userSignIn`` has that of a service.
public protocol UserSignIn: Sendable {
  /// Has the user let the app in, and keeps the tokens. The user who was signed in before is replaced.
  ///
  /// - Throws: `CatalogError`, where nobody was signed in and what was kept is as it was;
  ///   `CancellationError`.
  func signIn(by redirects: some RedirectReceiver) async throws

  /// Forgets the user's tokens. Without a user: no effect.
  func signOut() async throws
}

/// Shows a sign-in's page, and takes what it leads back to.
public protocol RedirectReceiver: Sendable {
  /// Runs one attempt.
  ///
  /// - Parameter request: makes the attempt that comes back to an address.
  func answer<Request: RedirectSignIn>(
    to request: (_ redirect: String) throws(CatalogError) -> Request
  ) async throws -> Request.Answer
}
