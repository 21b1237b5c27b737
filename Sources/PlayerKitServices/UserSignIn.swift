/// Signs a user in to a service and out of it. See ``MusicService/userSignIn``.
public protocol UserSignIn: Sendable {
  /// Asks the user to grant access, and stores the tokens. Replaces a user who is already signed
  /// in.
  ///
  /// - Throws: `CatalogError` if the sign-in failed; stored tokens are unchanged.
  ///   `CancellationError`.
  func signIn(by redirects: some RedirectReceiver) async throws

  /// Removes the user's tokens. Has no effect without a user.
  func signOut() async throws
}

/// Shows the page of a sign-in, and receives the redirect.
public protocol RedirectReceiver: Sendable {
  /// Runs one attempt.
  ///
  /// - Parameter request: Makes the attempt for a redirect address.
  func answer<Request: RedirectSignIn>(
    to request: (_ redirect: String) throws(CatalogError) -> Request
  ) async throws -> Request.Answer
}
