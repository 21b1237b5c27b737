import Foundation

/// Signs a user in to a service and out of it. See ``SignInService``.
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

/// Shows the page or the code of a sign-in, and receives the answer.
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

  /// Opens a page on which the user grants access. There is no redirect: the service notices the
  /// user's consent itself.
  func open(_ page: URL) async throws

  /// Returns a token that the user copies from a page.
  func askForToken(from page: URL) async throws -> String
}

extension RedirectReceiver {
  /// Throws ``CatalogError/Code/unavailable`` by default.
  public func show(_ code: SignInCode) async throws {
    throw CatalogError(.unavailable, "The code of this sign-in cannot be shown.")
  }

  /// Throws ``CatalogError/Code/unavailable`` by default.
  public func open(_ page: URL) async throws {
    throw CatalogError(.unavailable, "The page of this sign-in cannot be opened.")
  }

  /// Throws ``CatalogError/Code/unavailable`` by default.
  public func askForToken(from page: URL) async throws -> String {
    throw CatalogError(.unavailable, "The token of this sign-in cannot be asked for.")
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
