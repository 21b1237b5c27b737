import Foundation

/// A token that ends at a date, and is fetched anew from somewhere.
package protocol RenewableToken: Sendable, Hashable {
  /// The first moment at which it is no longer accepted.
  var expiresAt: Date { get }
  /// What is thrown where the source gives this token although it has expired.
  var expiredError: CatalogError { get }
  /// What is thrown where the service refuses one token of the source after the other.
  static var refusedAgainError: CatalogError { get }
}

extension RenewableToken {
  /// Whether the service would refuse it for its age at `date`.
  package func hasExpired(at date: Date) -> Bool { date >= expiresAt }
}

/// How far ahead of a token's end the next one is fetched, and how long its source rests.
package struct RenewalPace: Sendable {
  /// How long before its end a token is renewed.
  let leeway: Duration
  /// The pause after the first failure; doubled after each further one.
  let firstPause: Duration
  let longestPause: Duration

  package init(leeway: Duration, firstPause: Duration, longestPause: Duration) {
    self.leeway = max(leeway, .zero)
    self.firstPause = max(firstPause, .milliseconds(1))
    self.longestPause = max(longestPause, self.firstPause)
  }
}
