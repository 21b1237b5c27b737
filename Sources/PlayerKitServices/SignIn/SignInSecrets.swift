import Foundation
import PlayerKitSystem

/// Unguessable values for a sign-in.
package enum SignInSecrets {
  /// Returns 43 characters of base64url: 256 bits of the system's generator.
  package static func random() -> String {
    Base64URL.encode(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }))
  }

  /// Returns the challenge of a proof key's verifier: its SHA-256 in base64url (RFC 7636, S256).
  static func challenge(of verifier: String) -> String {
    Base64URL.encode(Data(SHA256Digest.digest(of: verifier)))
  }

  /// Compares two texts in constant time.
  package static func areEqual(_ one: String, _ other: String) -> Bool {
    let one = Array(one.utf8)
    let other = Array(other.utf8)
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
