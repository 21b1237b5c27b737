import Foundation

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

/// Shows the page or the code of a sign-in, and receives the redirect.
public protocol RedirectReceiver: Sendable {
  /// Runs one attempt.
  ///
  /// - Parameter request: Makes the attempt for a redirect address.
  func answer<Request: RedirectSignIn>(
    to request: (_ redirect: String) throws(CatalogError) -> Request
  ) async throws -> Request.Answer

  /// Shows a code that the user enters elsewhere. There is no redirect: the service notices the
  /// user's consent itself.
  func show(_ code: SignInCode) async throws
}

extension RedirectReceiver {
  /// Throws ``CatalogError/Code/unavailable`` by default.
  public func show(_ code: SignInCode) async throws {
    throw CatalogError(.unavailable, "The code of this sign-in cannot be shown.")
  }
}

/// A code that a user enters in an app that is signed in already.
public struct SignInCode: Sendable, Hashable {
  /// The code. It is useless after the sign-in.
  public var text: String
  /// A page where the user may enter it. `nil` if there is none.
  public var page: URL?

  /// Creates a code.
  public init(text: String, page: URL?) {
    self.text = text
    self.page = page
  }
}
