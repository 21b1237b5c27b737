import Foundation

/// One attempt to get a user's consent: the page to show, and what must come back from it.
///
/// A service's own type conforms. `LoopbackSignIn` runs it for tools and desktop apps; an app with a redirect of its
/// own shows the page, and gives the URL that it is opened by to ``answer(from:)``.
public protocol RedirectSignIn: Sendable {
  /// What a sign-in brings, such as a code to be redeemed.
  associatedtype Answer: Sendable

  /// The page where the user signs in. Not for a log: it may hold a secret of this attempt.
  var url: URL { get }

  /// Reads what came back.
  ///
  /// - Throws: ``CatalogError/Code/stateMismatch`` where it is no answer to this attempt: the attempt goes on. Any
  ///   other error ends it.
  func answer(from callback: URL) throws(CatalogError) -> Answer
}
