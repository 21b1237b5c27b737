import Foundation

/// One attempt to obtain a user's consent: the page to show, and the expected callback.
///
/// Each service has its own conforming type. `LoopbackSignIn` runs it for tools and desktop apps.
/// An app with its own redirect shows the page, and passes the URL with which it is opened to
/// ``answer(from:)``.
public protocol RedirectSignIn: Sendable {
  /// The result of a sign-in, such as a code to redeem.
  associatedtype Answer: Sendable

  /// The page where the user signs in. Do not log it: it may contain a secret of this attempt.
  var url: URL { get }

  /// Reads a callback.
  ///
  /// - Throws: ``CatalogError/Code/stateMismatch`` if it does not belong to this attempt; the
  ///   attempt continues. Any other error ends the attempt.
  func answer(from callback: URL) throws(CatalogError) -> Answer
}
