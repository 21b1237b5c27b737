import Foundation
import MusicCatalog

/// What a sign-in needs that nobody can guess.
enum SignInSecrets {
  /// 43 characters of base64url: 256 bits of the system's generator.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return random(using: &generator)
  }

  static func random(using generator: inout some RandomNumberGenerator) -> String {
    let bytes = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return Base64URL.encode(Data(bytes))
  }

  /// Whether two texts are equal, in a time that says nothing of where they differ.
  static func areEqual(_ one: String, _ other: String) -> Bool {
    let one = Array(one.utf8)
    let other = Array(other.utf8)
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
