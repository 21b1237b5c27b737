import Foundation

/// A token that expires and can be fetched again.
package protocol RenewableToken: Sendable, Hashable {
  /// The first moment at which the service rejects the token.
  var expiresAt: Date { get }
  /// The error if the source returns this token although it has expired.
  var expiredError: CatalogError { get }
  /// The error if the service rejects consecutive tokens of the source.
  static var refusedAgainError: CatalogError { get }
}

extension RenewableToken {
  /// Whether the token has expired at `date`.
  package func hasExpired(at date: Date) -> Bool { date >= expiresAt }
}

/// The timing of renewals: how early a token is renewed, and the pauses after failures.
package struct RenewalPace: Sendable {
  /// How long before its expiration a token is renewed.
  let leeway: Duration
  /// The pause after the first failure. It doubles after each further one.
  let firstPause: Duration
  let longestPause: Duration

  package init(leeway: Duration, firstPause: Duration, longestPause: Duration) {
    self.leeway = max(leeway, .zero)
    self.firstPause = max(firstPause, .milliseconds(1))
    self.longestPause = max(longestPause, self.firstPause)
  }
}
